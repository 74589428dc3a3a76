import { streams } from '@guiche/contracts/streams.js'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { setUp, signIn, startTestApi, type TestApi } from '../testing/api.js'

const DAY_MS = 86_400_000

let api: TestApi
let token: string
let planId: number
beforeAll(async () => {
  api = await startTestApi()
  token = (await setUp(api)).token
  planId = await createPlan({ useInternal: true, users: 3 })
  await setSetting('allowregister', 'enabled')
})
afterAll(() => api.close())

let count = 0
const setSetting = async (key: string, value: string) =>
  expect((await api.call('PUT', `/settings/${key}`, { value }, { token })).status).toBe(200)
const createPlan = async (more: object): Promise<number> =>
  (await api.call('POST', '/plans', { name: `Plan ${++count}`, value: 30, ...more }, { token })).body.id
const formBody = (more: object = {}) => {
  count++
  const email = `owner${count}@guiche.test`
  return {
    name: `Bakery ${count}`,
    email,
    phone: '(81) 99999-0000',
    password: 'river stone 9',
    planId,
    ...more,
  }
}
/** Each call has its own address. */
const signUp = (body: object, options: { key?: string; from?: string } = {}) =>
  api.call('POST', '/companies/cadastro', body, { from: `198.51.100.${++count % 250}`, ...options })

describe('a company that registers itself', () => {
  it('is on trial from the server’s clock, and its owner signs in as its admin', async () => {
    await setSetting('trial', '5')
    const asked = formBody({
      ...{ recurrence: 'ANUAL', dueDate: '2099-01-01', status: 't', campaignsEnabled: false, companyId: 1 },
      language: 'es',
    })
    const before = Date.now()
    const { status, body } = await signUp(asked)
    expect(status).toBe(200)
    expect(body).toMatchObject({
      ...{ name: asked.name, email: asked.email, phone: asked.phone, status: true, recurrence: 'MENSAL' },
      ...{ planId, language: 'es', trialExpiration: body.dueDate },
    })
    expect(Date.parse(body.dueDate) - before - 5 * DAY_MS).toBeLessThan(60_000)
    expect(body.settings).toContainEqual(expect.objectContaining({ key: 'campaignsEnabled', value: 'true' }))
    const { user } = await signIn(api, asked.email, asked.password)
    expect(user).toMatchObject({ profile: 'admin', super: false, name: asked.name, companyId: body.id })
    await setSetting('trial', '3')
  })

  it('is made once, however often its client asks', async () => {
    const asked = formBody()
    const answers = await Promise.all(Array.from({ length: 3 }, () => signUp(asked, { key: 'once' })))
    const later = await signUp(asked, { key: 'once' })
    const ids = [...answers, later].map(({ body }) => body.id)
    expect(new Set(ids).size).toBe(1)
    expect(await api.events(streams.company(ids[0]))).toHaveLength(1)
    const second = await signUp(asked)
    expect(second.status).toBe(409)
  })

  it('is checked anew where its key was refused before, and says the same under it', async () => {
    const taken = formBody()
    expect((await signUp(taken)).status).toBe(200)
    const asked = { ...formBody(), name: taken.name }
    expect((await signUp(asked, { key: 'tried' })).body.error).toBe('ERR_COMPANY_NAME_ALREADY_EXISTS')
    const inner = await createPlan({})
    for (const other of [{ planId: inner }, { name: `${asked.name} anew` }, { password: 'another stone 9' }])
      expect((await signUp({ ...asked, ...other }, { key: 'tried' })).body.error).toBe(
        'ERR_IDEMPOTENCY_KEY_REUSED',
      )
    await api.call(
      'PUT',
      `/plans/${planId}`,
      { name: 'Taken back', value: 30, useInternal: false },
      { token },
    )
    expect((await signUp(asked, { key: 'tried' })).body.error).toBe('ERR_NO_PLAN_FOUND')
    await api.call('PUT', `/plans/${planId}`, { name: 'Offered', value: 30, useInternal: true }, { token })
    const from = '203.0.113.78'
    const again = await Promise.all(Array.from({ length: 7 }, () => signUp(asked, { key: 'tried', from })))
    expect(again.filter(({ status }) => status === 429).length).toBeGreaterThan(0)
  })

  it('is refused while registration is closed, which everybody may read', async () => {
    const setting = (key: string) => api.call('GET', `/settings/${key}`)
    await setSetting('allowregister', 'disabled')
    const refused = await signUp(formBody())
    expect([refused.status, refused.body.error]).toEqual([403, 'ERR_USER_CREATION_DISABLED'])
    await setSetting('allowregister', 'enabled')
    for (const secret of ['asaas', 'tokenixc', 'embeddedN8n', 'userRating', 'constructor'])
      expect((await setting(secret)).status).toBe(404)
  })

  it('has a plan that is offered', async () => {
    const inner = await createPlan({})
    const gone = await createPlan({ useInternal: true })
    await api.call('DELETE', `/plans/${gone}`, undefined, { token })
    for (const wrong of [inner, gone, 4711])
      expect((await signUp(formBody({ planId: wrong }))).body.error).toBe('ERR_NO_PLAN_FOUND')
    expect((await signUp(formBody({ planId: String(planId) }))).status).toBe(200)
  })

  it('meets a plan whose deletion broke off, and the plan is gone then', async () => {
    const half = await createPlan({ useInternal: true })
    await api.write(streams.planUse(half), 0, { type: 'plan-use.closed.v1', data: { planId: half } })
    expect((await signUp(formBody({ planId: half }))).body.error).toBe('ERR_NO_PLAN_FOUND')
    expect(await api.events(streams.records('plans', 0))).toContainEqual(
      expect.objectContaining({ type: 'plan.deleted.v1', data: expect.objectContaining({ planId: half }) }),
    )
  })

  it('is refused where its plan is deleted at that moment, or is there with it', async () => {
    for (let round = 0; round < 3; round++) {
      const moving = await createPlan({ useInternal: true })
      const [made, dropped] = await Promise.all([
        signUp(formBody({ planId: moving })),
        api.call('DELETE', `/plans/${moving}`, undefined, { token }),
      ])
      expect([made.status, dropped.status].toSorted()).not.toEqual([200, 200])
    }
  })

  it('has a name and an e-mail of its own, and nothing is taken by what is refused', async () => {
    const one = formBody()
    await signUp(one)
    expect((await signUp(formBody({ name: one.name.toUpperCase() }))).body.error).toBe(
      'ERR_COMPANY_NAME_ALREADY_EXISTS',
    )
    const other = formBody()
    expect((await signUp({ ...other, email: one.email })).body.error).toBe('ERR_EMAIL_ALREADY_EXISTS')
    expect((await signUp(other)).status).toBe(200)
  })

  it.each([
    [{ name: 'A' }, 'ERR_COMPANY_INVALID_NAME'],
    [{ name: '\u200b\u2060\u200b' }, 'ERR_COMPANY_INVALID_NAME'],
    [{ name: 'Win at https://x.test/1' }, 'ERR_COMPANY_NAME_IS_ADDRESS'],
    [{ name: 'Free money shop.com' }, 'ERR_COMPANY_NAME_IS_ADDRESS'],
    [{ name: 'A'.repeat(51) }, 'ERR_COMPANY_INVALID_NAME'],
    [{ password: 'abc' }, 'ERR_VALIDATION'],
    [{ password: 'abcde' }, 'ERR_PASSWORD_SHORT'],
    [{ password: '12345678' }, 'ERR_PASSWORD_COMMON'],
    [{ email: 'a@b.com, c@d.com' }, 'ERR_VALIDATION'],
    [{ email: 'a@b.com\r\nBcc: c@d.com' }, 'ERR_VALIDATION'],
    [{ planId: { $ne: 0 } }, 'ERR_VALIDATION'],
    [{ super: true }, 'ERR_VALIDATION'],
    [{ phone: '<b>' }, 'ERR_VALIDATION'],
  ])('rule 9: is refused with %j', async (wrong, code) => {
    expect((await signUp(formBody(wrong))).body.error).toBe(code)
  })

  it('rule 6: comes ten times an hour from one address, and is tried five times for one e-mail', async () => {
    const from = '203.0.113.77'
    const many = await Promise.all(
      Array.from({ length: 12 }, () => signUp(formBody({ password: 'abcde' }), { from })),
    )
    expect(many.filter(({ status }) => status === 429)).toHaveLength(2)
    const { email } = formBody()
    const again = await Promise.all(
      Array.from({ length: 7 }, () => signUp(formBody({ email, password: 'abcde' }))),
    )
    expect(again.filter(({ status }) => status === 429)).toHaveLength(2)
  })
})
