import type { ErasedPlaces } from '@guiche/contracts/events/closure.js'
import { streams } from '@guiche/contracts/streams.js'
import { until } from '@guiche/infra/testing/until.js'
import { afterAll, beforeAll, beforeEach, describe, expect, it, jest } from '@jest/globals'
import { ADMIN, setUp, signIn, startTestApi, type TestApi } from '../../testing/api.js'
import { decisions, NOW } from '../../testing/decide.js'
import { companyDecider } from '../decide.js'
import { closureDecider } from './decide.js'

let api: TestApi
let token: string
beforeAll(async () => {
  api = await startTestApi()
  token = (await setUp(api)).token
}, 60_000)
afterAll(() => api.close())
// An access token expires after 15 minutes.
beforeEach(async () => {
  token = (await signIn(api, ADMIN.email, ADMIN.password)).token
})

const WAIT_MS = 20_000
let count = 0
/** A company that the super user creates, with an administrator, a queue, a contact and a file. */
const createCompany = async () => {
  count += 1
  const body = {
    name: `Loja ${count}`,
    email: `loja${count}@guiche.test`,
    password: ADMIN.password,
    planId: null,
  }
  const { body: company } = await api.call('POST', '/companies', body, { token })
  const companyId = company.id as number
  const admin = (await signIn(api, body.email, ADMIN.password)).token
  await api.call('POST', '/queue', { name: 'Vendas', color: '#112233' }, { token: admin })
  const meta = { companyId, mimetype: 'text/plain', fileName: 'nota.txt', maxSize: 1000 }
  const stored = await api.blobs.put(Buffer.from('nota'), meta)
  if (stored === 'too-large') throw new Error(stored)
  return { ...body, companyId, admin, blobId: stored.id }
}
const requestErasure = (companyId: number, name: string) =>
  api.call('DELETE', `/companies/${companyId}`, { name }, { token })
const closureOf = async (companyId: number) => {
  const { body } = await api.call('GET', '/company-erasures', undefined, { token })
  return (body as { companyId: number; status: string; removed: ErasedPlaces }[]).find(
    (one) => one.companyId === companyId,
  )
}
const waitForErasure = async (companyId: number) => {
  await until(async () => (await closureOf(companyId))?.status === 'erased', WAIT_MS)
  return closureOf(companyId)
}
/** The remaining events of the company, without its claims: a claim of another company stays. */
const remainingEvents = async (companyId: number) =>
  (await api.events())
    .filter((event) => event.companyId === companyId && !event.stream.startsWith('claim-'))
    .map(({ type }) => type)

describe('M14: the erasure of a company', () => {
  it('frees its name and its users’ e-mails, and refuses its users', async () => {
    const { companyId, name, email, admin } = await createCompany()
    expect((await requestErasure(companyId, name)).status).toBe(200)
    await until(
      async () => (await api.call('GET', '/auth/me', undefined, { token: admin })).status === 401,
      WAIT_MS,
    )
    const login = await api.call('POST', '/auth/login', { email, password: ADMIN.password })
    expect([401, 404]).toContain(login.status)
    for (const [method, path, body] of [
      ['PUT', `/companies/${companyId}`, { name: 'Outra' }],
      ['POST', `/companies/${companyId}/due-date`, { from: null }],
    ] as const)
      expect([404, 409]).toContain((await api.call(method, path, body, { token })).status)
    await waitForErasure(companyId)
    expect((await api.call('POST', '/auth/login', { email, password: ADMIN.password })).status).toBe(401)
    const again = await api.call(
      'POST',
      '/companies',
      { name, email, password: ADMIN.password, planId: null },
      { token },
    )
    expect(again.status).toBe(200)
    expect(again.body.id).not.toBe(companyId)
    await signIn(api, email, ADMIN.password)
  }, 60_000)

  it('ends the sessions of its users, but not that of a visiting super user', async () => {
    const { companyId, name } = await createCompany()
    const ours = await signIn(api, ADMIN.email, ADMIN.password)
    token = ours.token
    const visit = { companyId, reason: 'asked for help', minutes: 5 }
    expect((await api.call('POST', '/visits', visit, { token })).status).toBe(200)
    const kept = async () => {
      const keys = await api.vault.list('refresh/')
      const entries = [...(await api.vault.getMany(keys)).values()]
      return entries.map(({ value }) => JSON.parse(value.toString()).companyId as number)
    }
    expect(await kept()).toContain(companyId)
    await requestErasure(companyId, name)
    await waitForErasure(companyId)
    expect(await kept()).not.toContain(companyId)
    expect((await api.call('POST', '/auth/refresh_token', undefined, ours)).status).toBe(200)
  }, 60_000)

  it('continues at the interrupted step, and counts nothing twice', async () => {
    const { companyId, name } = await createCompany()
    const other = await createCompany()
    const fails = [
      jest.spyOn(api.blobs, 'remove').mockRejectedValueOnce(new Error('files')),
      jest.spyOn(api.eventStore, 'remove').mockRejectedValueOnce(new Error('events')),
      jest.spyOn(api.records, 'waitFor').mockResolvedValueOnce(false),
    ]
    await requestErasure(companyId, name)
    // each failure is retried after a pause
    const ahead = setInterval(() => api.advance(5_000), 200)
    const closure = await waitForErasure(companyId).finally(() => clearInterval(ahead))
    for (const spy of fails) spy.mockRestore()
    expect(await remainingEvents(companyId)).toEqual(['company.erased.v1'])
    expect(closure?.removed).toMatchObject({ files: 1, bytes: 4, topics: 1, topicsUntil: null })
    expect((await api.blobs.info(other.blobId))?.companyId).toBe(other.companyId)
    expect(await remainingEvents(other.companyId)).toContain('queue.created.v1')
  }, 60_000)

  it('also erases late data, again after ten minutes', async () => {
    const { companyId, name, blobId } = await createCompany()
    await requestErasure(companyId, name)
    await waitForErasure(companyId)
    expect(await api.blobs.info(blobId)).toBeNull()
    // a concurrent write of another command, and a file
    await api.write(streams.contact(987_654), companyId, {
      type: 'contact.created.v1',
      data: {
        ...{ contactId: 987_654, name: 'tarde', number: null, email: '', extraInfo: [] },
        ...{ identities: [{ kind: 'lid', value: '123456789012345' }], isGroup: false, connectionId: null },
      },
    })
    const meta = { companyId, mimetype: 'text/plain', fileName: 'tarde.txt', maxSize: 1000 }
    await api.blobs.put(Buffer.from('tarde'), meta)
    api.advance(11 * 60_000)
    await until(
      async () =>
        (await api.events(streams.closures())).some(
          ({ type, data }) => type === 'closure.erased.v1' && data.closureId === companyId,
        ),
      WAIT_MS,
    )
    expect(await remainingEvents(companyId)).toEqual(['company.erased.v1'])
    const files: string[] = []
    for await (const { id } of api.blobs.of(companyId)) files.push(id)
    expect(files).toEqual([])
    const ended = (await api.events(streams.closures())).find(
      ({ type, data }) => type === 'closure.erased.v1' && data.closureId === companyId,
    )
    expect(ended?.data.late).toBeGreaterThanOrEqual(2)
    expect((await api.vault.list('closure/')).includes(`closure/${companyId}`)).toBe(false)
  }, 60_000)

  it('aborts running work: an export, and commands of its administrator', async () => {
    const { companyId, name, admin } = await createCompany()
    await api.call('POST', '/company-export', undefined, { token: admin })
    const answers = await Promise.all([
      requestErasure(companyId, name),
      ...['a', 'b', 'c'].map((tag) =>
        api.call('POST', '/tags', { name: `tag ${tag}`, color: '#112233' }, { token: admin }),
      ),
    ])
    expect(answers[0]?.status).toBe(200)
    await waitForErasure(companyId)
    const files: string[] = []
    for await (const { id } of api.blobs.of(companyId)) files.push(id)
    api.advance(11 * 60_000)
    await until(async () => (await api.vault.list('closure/')).length === 0, WAIT_MS)
    expect(await remainingEvents(companyId)).toEqual(['company.erased.v1'])
    for await (const { id } of api.blobs.of(companyId)) files.push(id)
    expect(await api.vault.list('company-export/')).toEqual([])
  }, 60_000)
})

describe('a company', () => {
  const registered = {
    type: 'company.registered.v1',
    data: {
      ...{ companyId: 7, name: 'Padaria  São João', email: '', phone: '', status: true, dueDate: null },
      timezone: 'America/Sao_Paulo',
      language: 'pt',
      limits: { users: null, connections: null, queues: null },
    },
  } as const
  const erasing = { type: 'company.erasing.v1', data: { companyId: 7 } } as const
  const { given } = decisions(companyDecider)
  it('is erased by its exact name; several blanks are one, as pages show them', () => {
    for (const name of [registered.data.name, 'Padaria São João', 'Padaria   São João'])
      given([registered]).when({ kind: 'erase', name }).then([erasing])
    for (const name of ['padaria são joão', 'Padaria Sao Joao', 'PadariaSão João', 'Padaria São João ', ''])
      given([registered]).when({ kind: 'erase', name }).thenError('ERR_COMPANY_NAME_DIFFERS')
    given([]).when({ kind: 'erase', name: '' }).thenError('ERR_NO_COMPANY_FOUND')
  })
  it('that is being erased refuses all commands', () => {
    const at = given([registered, erasing])
    expect(at.state).toMatchObject({ status: false, erasing: true })
    at.when({ kind: 'erase', name: registered.data.name }).thenError('ERR_COMPANY_BEING_ERASED')
    at.when({ kind: 'edit', wish: { status: true } }).thenError('ERR_COMPANY_BEING_ERASED')
    at.when({ kind: 'advance', from: null }).thenError('ERR_COMPANY_BEING_ERASED')
  })
})

describe('erasures of companies', () => {
  const { given } = decisions(closureDecider)
  const removed = {
    streams: 1,
    events: 2,
    views: 3,
    search: 1,
    files: 0,
    bytes: 0,
    vault: 1,
    topics: 1,
    topicsUntil: null,
  }
  const begun = { type: 'closure.begun.v1', data: { closureId: 7, userId: 1, at: NOW } } as const
  const told = { type: 'company.erased.v1', data: { companyId: 7 } } as const
  const swept = { type: 'closure.swept.v1', data: { closureId: 7, removed, at: NOW } } as const
  it('take each step once, in order', () => {
    given([]).when({ kind: 'begin', closureId: 7, userId: 1 }).then([begun])
    given([begun]).when({ kind: 'begin', closureId: 7, userId: 2 }).thenNothingHappened()
    given([begun]).when({ kind: 'sweep', closureId: 7, removed }).thenNothingHappened()
    given([begun]).when({ kind: 'tell', closureId: 7 }).then([told])
    given([begun, told]).when({ kind: 'tell', closureId: 7 }).thenNothingHappened()
    given([begun, told]).when({ kind: 'sweep', closureId: 7, removed }).then([swept])
    given([begun, told, swept]).when({ kind: 'sweep', closureId: 7, removed }).thenNothingHappened()
    given([begun, told]).when({ kind: 'end', closureId: 7, late: 0 }).thenNothingHappened()
  })
  it('of another company change nothing', () =>
    given([begun]).when({ kind: 'tell', closureId: 8 }).thenNothingHappened())
})
