import { START } from '@guiche/contracts/envelope.js'
import { streams } from '@guiche/contracts/streams.js'
import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals'
import { setUp, signIn, startTestApi, type TestApi } from '../testing/api.js'

let api: TestApi
let token: string
beforeAll(async () => {
  api = await startTestApi()
  token = (await setUp(api)).token
})
afterAll(() => api.close())

let count = 0
const companyBody = (more: object = {}) => {
  count++
  return { name: `Company ${count}`, email: `boss${count}@guiche.test`, phone: '', planId: null, ...more }
}
const createCompany = (body: object, options: { token?: string; key?: string } = {}) =>
  api.call('POST', '/companies', body, { token, ...options })
const editCompany = (id: number, body: object, as = token) =>
  api.call('PUT', `/companies/${id}`, body, { token: as })
const createPlan = async (more: object = {}): Promise<number> => {
  count++
  const made = await api.call('POST', '/plans', { name: `Plan ${count}`, value: 30, ...more }, { token })
  expect(made.status).toBe(200)
  return made.body.id
}
const deletePlan = (planId: number) => api.call('DELETE', `/plans/${planId}`, undefined, { token })
const typesOf = async (companyId: number) =>
  (await api.events(streams.company(companyId))).map(({ type }) => type)

describe('plans', () => {
  it('have the shape that clients know, with the price in BRL', async () => {
    const body = { name: 'Ouro', users: 10, connections: 2, queues: 5, value: 99.9, useKanban: false }
    const made = await api.call('POST', '/plans', body, { token })
    expect(made.body).toMatchObject({ ...body, useSchedules: true, useInternal: false })
    const again = await api.call('POST', '/plans', { ...body, name: 'ouro' }, { token })
    expect([again.status, again.body.error]).toEqual([409, 'ERR_PLAN_NAME_ALREADY_EXISTS'])
    const odd = await api.call('POST', '/plans', { ...body, name: 'Prata', value: 1.005 }, { token })
    expect([odd.status, odd.body.error]).toEqual([400, 'ERR_VALIDATION'])
    const short = await api.call('POST', '/plans', { ...body, name: 'P' }, { token })
    expect(short.body.error).toBe('ERR_PLAN_INVALID_NAME')
  })

  it('are the super user’s', async () => {
    const { email, password } = { ...companyBody(), password: 'river stone 9' }
    await createCompany({ name: 'Plan reader', email, password, planId: null })
    const admin = await signIn(api, email, password)
    const made = await api.call('POST', '/plans', { name: 'Meu' }, { token: admin.token })
    expect(made.status).toBe(403)
  })

  it('are deleted while no company has them', async () => {
    const planId = await createPlan()
    const made = await createCompany(companyBody({ planId }))
    const refused = await deletePlan(planId)
    expect([refused.status, refused.body]).toEqual([409, { error: 'ERR_PLAN_IN_USE', details: { count: 1 } }])
    expect((await editCompany(made.body.id, { planId: await createPlan() })).status).toBe(200)
    expect((await deletePlan(planId)).status).toBe(200)
    const late = await createCompany(companyBody({ planId }))
    expect([late.status, late.body.error]).toEqual([404, 'ERR_NO_PLAN_FOUND'])
  })

  it('that a crash left in use are deleted all the same', async () => {
    const planId = await createPlan()
    await api.write(streams.planUse(planId), 0, { type: 'plan-use.begun.v1', data: { holder: 4711 } })
    expect((await deletePlan(planId)).status).toBe(200)
  })

  it('are either deleted or got, where both come at once', async () => {
    for (let round = 0; round < 5; round++) {
      const planId = await createPlan()
      const [made, dropped] = await Promise.all([createCompany(companyBody({ planId })), deletePlan(planId)])
      expect([made.status, dropped.status].toSorted()).not.toEqual([200, 200])
      if (made.status === 200) expect(made.body.plan).toMatchObject({ id: planId })
      else expect(dropped.status).toBe(200)
    }
  })
})

describe('a company', () => {
  it('is created with its administrator, whose password is shown once', async () => {
    const planId = await createPlan({ users: 3 })
    const body = companyBody({ planId, dueDate: '2026-12-31', recurrence: 'ANUAL', campaignsEnabled: false })
    const made = await createCompany(body, { key: 'first' })
    expect(made.body).toMatchObject({
      name: body.name,
      email: body.email,
      status: true,
      dueDate: '2027-01-01T02:59:59.000Z',
      recurrence: 'ANUAL',
      planId,
      plan: { id: planId, value: 30 },
    })
    expect(made.body.settings).toContainEqual(
      expect.objectContaining({ key: 'campaignsEnabled', value: 'false' }),
    )
    const { user } = await signIn(api, body.email, made.body.password)
    expect(user).toMatchObject({ profile: 'admin', super: false, name: body.name, companyId: made.body.id })
    expect(user.company.plan).toMatchObject({ id: planId, users: 3, useKanban: true })
    const again = await createCompany(body, { key: 'first' })
    expect([again.body.id, again.body.password]).toEqual([made.body.id, null])
    expect(await typesOf(made.body.id)).toEqual(['company.registered.v1'])
  })

  it('shows the password also while the views are late', async () => {
    const planId = await createPlan()
    const body = companyBody({ planId })
    const wait = jest.spyOn(api.records, 'waitFor').mockResolvedValue(false)
    const read = jest.spyOn(api.records, 'companyWithPlan').mockResolvedValueOnce(null)
    const made = await createCompany(body).finally(() => {
      expect(read).toHaveBeenCalledTimes(1)
      wait.mockRestore()
      read.mockRestore()
    })
    expect([made.status, made.body]).toMatchObject([200, { name: body.name, planId, plan: { id: planId } }])
    await signIn(api, body.email, made.body.password)
  })

  it('has not the name of the first company', async () => {
    const first = await createCompany(companyBody({ name: 'PADARIA' }))
    expect([first.status, first.body.error]).toEqual([409, 'ERR_COMPANY_NAME_ALREADY_EXISTS'])
  })

  it('has a unique name and a unique e-mail', async () => {
    const one = companyBody({ name: 'Padaria São João' })
    expect((await createCompany(one)).status).toBe(200)
    const name = await createCompany(companyBody({ name: ' padaria  sao JOAO ' }))
    expect([name.status, name.body.error]).toEqual([409, 'ERR_COMPANY_NAME_ALREADY_EXISTS'])
    const email = await createCompany(companyBody({ email: one.email.toUpperCase() }))
    expect([email.status, email.body.error]).toEqual([409, 'ERR_EMAIL_ALREADY_EXISTS'])
    // A refused command has taken neither the name nor the e-mail.
    const free = companyBody({ name: 'Other', email: 'other@guiche.test' })
    expect((await createCompany({ ...free, name: one.name })).status).toBe(409)
    expect((await createCompany(free)).status).toBe(200)
  })

  it('is one of several that want the name at once', async () => {
    const answers = await Promise.all(
      Array.from({ length: 4 }, () => createCompany(companyBody({ name: 'Wanted' }))),
    )
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409, 409, 409])
  })

  /** The state after a process crashed between registration and the next step. */
  const crashed = (companyId: number, name: string, email: string, userId: number) =>
    api.write(streams.company(companyId), companyId, {
      type: 'company.registered.v1',
      data: {
        ...{ companyId, name, email, phone: '', status: true },
        ...{ dueDate: null, timezone: 'America/Sao_Paulo', language: 'pt' },
        limits: { users: null, connections: null, queues: null },
        onboarding: { userId, passwordRef: 'password/none', campaignsEnabled: true },
      },
    })
  /** The cascade runs the consequences in the background, so the test waits for the event. */
  const appended = async (stream: string, type: string) => {
    const stop = AbortSignal.timeout(20_000)
    for await (const batch of api.eventStore.subscribeAll({ after: START, signal: stop })) {
      const found = batch.find((event) => event.stream === stream && event.type === type)
      if (found !== undefined) return found
    }
    throw new Error(`${stream}: no ${type}`)
  }

  it('gets its admin also when the process died behind the registration', async () => {
    await crashed(900, 'Crashed', 'crashed@guiche.test', 9000)
    const made = await appended(streams.user(9000), 'user.created.v1')
    expect(made.data).toMatchObject({ email: 'crashed@guiche.test' })
  })

  it('is given up if another user got the e-mail of its administrator meanwhile, and its name is free', async () => {
    const email = 'retried@guiche.test'
    await api.write(streams.user(9001), 901, { type: 'user.deleted.v1', data: { userId: 9001 } })
    await crashed(901, 'Retried', email, 9001)
    const closed = await appended(streams.company(901), 'company.status-set.v1')
    expect(closed.data).toMatchObject({ status: false })
    expect((await createCompany(companyBody({ name: 'Retried', email }))).status).toBe(200)
  })

  it('a change sets only the given fields, and frees the former name', async () => {
    const { body } = await createCompany(companyBody({ dueDate: '2026-01-31' }))
    const changed = await editCompany(body.id, {
      name: 'Renamed',
      addressCity: 'Recife',
      campaignsEnabled: 'false',
    })
    expect(changed.body).toMatchObject({
      name: 'Renamed',
      addressCity: 'Recife',
      addressState: '',
      planId: null,
    })
    expect(changed.body.dueDate).toBe(body.dueDate)
    expect((await createCompany(companyBody({ name: body.name }))).status).toBe(200)
    const taken = await editCompany(body.id, { name: body.name.toUpperCase() })
    expect(taken.body.error).toBe('ERR_COMPANY_NAME_ALREADY_EXISTS')
    for (const field of ['dueDate', 'trialExpiration']) {
      for (const wrong of ['soon', '31/12/2026', '2026-02-30', '2026-02-30T10:00:00Z'])
        expect((await editCompany(body.id, { [field]: wrong })).body).toMatchObject({
          ...{ error: 'ERR_VALIDATION', details: { field } },
        })
    }
    expect((await createCompany(companyBody({ dueDate: '2026-02-30' }))).body.error).toBe('ERR_VALIDATION')
    for (const name of ['\u200b\u200b', '\u3164\u3164', ' \u2800 '])
      expect((await editCompany(body.id, { name })).body.error).toBe('ERR_COMPANY_INVALID_NAME')
    expect((await editCompany(body.id, { name: 'Loja \u00a0  do   Zé' })).body.name).toBe('Loja do Zé')
    expect((await editCompany(body.id, { dueDate: '' })).body.dueDate).toBeNull()
    expect((await editCompany(4712, { name: 'Nobody' })).body.error).toBe('ERR_NO_COMPANY_FOUND')
  })

  it('gets one more month once, when two ask for it at once: M8', async () => {
    const { body } = await createCompany(companyBody({ dueDate: '2026-01-31' }))
    const advance = (from: string | null) =>
      api.call('POST', `/companies/${body.id}/due-date`, { from }, { token })
    const both = await Promise.all([advance(body.dueDate), advance(body.dueDate)])
    expect(both.map(({ status }) => status).toSorted()).toEqual([200, 409])
    const february = both.find(({ status }) => status === 200)?.body.dueDate
    const march = (await advance(february)).body.dueDate
    const april = (await advance(march)).body.dueDate
    expect([february, march, april].map((time) => time.slice(0, 10))).toEqual([
      '2026-03-01',
      '2026-04-01',
      '2026-05-01',
    ])
    // The form saves the visible date, and the day of the month is kept.
    await editCompany(body.id, { dueDate: april, phone: '81999990000' })
    expect((await advance(april)).body.dueDate).toBe('2026-06-01T02:59:59.000Z')
  })
})
