import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { setUp, signIn, startTestApi, type TestApi } from '../testing/api.js'

let api: TestApi
let root: string
let planId: number
let companyId: number
let token: string
beforeAll(async () => {
  api = await startTestApi()
  root = (await setUp(api)).token
  const limits = { users: 2, connections: 1, queues: 1, useKanban: false, useExternalApi: false }
  planId = (await api.call('POST', '/plans', { name: 'Small', ...limits }, { token: root })).body.id
  const body = { name: 'Shop', email: 'shop@guiche.test', planId, password: 'river stone 9' }
  companyId = (await api.call('POST', '/companies', body, { token: root })).body.id
  token = (await signIn(api, body.email, body.password)).token
})
afterAll(() => api.close())

let count = 0
const userBody = () => {
  count++
  const body = { name: `User ${count}`, email: `user${count}@guiche.test`, password: 'quiet sea' }
  return api.call('POST', '/users', body, { token })
}
const queueBody = () => {
  count++
  return api.call(
    'POST',
    '/queue',
    { name: `Queue ${count}`, color: `#00${count}0ff`.slice(0, 7) },
    { token },
  )
}
const connectionBody = () => {
  count++
  return api.call('POST', '/whatsapp', { name: `Line ${count}` }, { token })
}
const codesOf = (answers: readonly { status: number; body: { error?: string; details?: unknown } }[]) =>
  answers.map(({ status, body }) => (status < 300 ? 'made' : `${body.error} ${JSON.stringify(body.details)}`))
const changePlan = (body: object) => api.call('PUT', `/plans/${planId}`, body, { token: root })

describe('the limits of a plan: M11', () => {
  it.each([
    ['users', userBody, 'ERR_USER_LIMIT {"limit":2}'],
    ['connections', connectionBody, 'ERR_CONNECTION_LIMIT {"limit":1}'],
    ['queues', queueBody, 'ERR_QUEUE_LIMIT {"limit":1}'],
  ] as const)('give the last place to one of two browsers: %s', async (_what, make, refusal) => {
    expect(codesOf(await Promise.all([make(), make()])).toSorted()).toEqual([refusal, 'made'])
    expect(codesOf([await make()])).toEqual([refusal])
  })

  it('hold for invitations, too', async () => {
    const body = { name: 'Guest', email: 'guest@guiche.test', invited: true }
    expect((await api.call('POST', '/users', body, { token })).body.error).toBe('ERR_USER_LIMIT')
  })

  it('change with the plan at once, for later creations', async () => {
    expect((await changePlan({ name: 'Small', users: 3 })).status).toBe(200)
    expect((await userBody()).status).toBe(200)
    expect((await changePlan({ name: 'Small', users: 1 })).status).toBe(200)
    expect(codesOf([await userBody()])).toEqual(['ERR_USER_LIMIT {"limit":1}'])
  })

  it('of the company win over those of the plan', async () => {
    const overrides = { users: 4, connections: null, queues: null }
    const edited = await api.call('PUT', `/companies/${companyId}`, { overrides }, { token: root })
    expect(edited.body.overrides).toEqual(overrides)
    expect((await userBody()).status).toBe(200)
    await api.call(
      'PUT',
      `/companies/${companyId}`,
      { overrides: { ...overrides, users: null } },
      { token: root },
    )
  })

  it('let users without a seat read, until a seat is free', async () => {
    const { token: late } = await signIn(api, 'user1@guiche.test', 'quiet sea').catch(() =>
      signIn(api, 'user2@guiche.test', 'quiet sea'),
    )
    const write = () =>
      api.call('POST', '/contacts', { name: 'Rui', number: '+5511999990001' }, { token: late })
    const refused = await write()
    expect([refused.status, refused.body]).toEqual([403, { error: 'ERR_NO_SEAT', details: { limit: 1 } }])
    // The administrator may still change settings.
    expect((await api.call('PUT', '/settings/userRating', { value: 'enabled' }, { token })).status).toBe(200)
    await changePlan({ name: 'Small', users: 50 })
    const stop = Date.now() + 10_000
    let answer = await write()
    while (answer.body.error === 'ERR_NO_SEAT' && Date.now() < stop) answer = await write()
    expect(answer.body.error).not.toBe('ERR_NO_SEAT')
  })
})

describe('a feature that the plan lacks', () => {
  it('is refused where the route declares it, and by its name', async () => {
    const refused = async () => (await api.call('PUT', '/tickets/1/lane', { tagId: null }, { token })).body
    expect(await refused()).toEqual({ error: 'ERR_NOT_IN_PLAN', details: { feature: 'useKanban' } })
    await changePlan({ name: 'Small', useKanban: true })
    expect(await refused()).toEqual({ error: 'ERR_NO_TICKET_FOUND' })
  })
})
