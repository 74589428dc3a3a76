import { streams } from '@guiche/contracts/streams.js'
import { until } from '@guiche/infra/testing/until.js'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { ADMIN, addCompany, setUp, signIn, startTestApi, type TestApi } from '../testing/api.js'

const DAY = 86_400_000
const PASSWORD = ADMIN.password

let api: TestApi
let rootToken: string
beforeAll(async () => {
  api = await startTestApi()
  rootToken = (await setUp(api)).token
  const set = (key: string, value: string) =>
    api.call('PUT', `/settings/${key}`, { value }, { token: rootToken })
  await set('howToPay', 'Pix para 11.222.333/0001-44')
  await set('payContact', '(11) 4002-8922')
}, 60_000)
afterAll(() => api.close())

const way = { pay: '/subscription', howToPay: 'Pix para 11.222.333/0001-44', contact: '(11) 4002-8922' }
let ahead = 0
const passTime = (ms: number): void => {
  ahead += ms
  api.advance(ms)
}
const timeSoon = () => new Date(Date.now() + ahead + 30_000).toISOString()
/** A company with a due date in the past. Its administrator and an agent are signed in. */
const overdueCompany = async (companyId: number) => {
  const dueDate = timeSoon()
  const { email } = await addCompany(api, companyId, { dueDate })
  const admin = await signIn(api, email, PASSWORD)
  const agentEmail = `agent${companyId}@guiche.test`
  const made = await api.call(
    'POST',
    '/users',
    { name: 'Caio', email: agentEmail, password: PASSWORD, profile: 'user', queueIds: [] },
    { token: admin.token },
  )
  expect(made.status).toBe(200)
  const agent = await signIn(api, agentEmail, PASSWORD)
  return { companyId, dueDate, email, agentEmail, admin, agent, refusal: refusalOf(dueDate) }
}
const refusalOf = (date: string) => ({ error: 'ERR_COMPANY_EXPIRED', details: { date, ...way } })

describe('M1: a company whose due date has passed', () => {
  it('lets only its administrator sign in, to pay', async () => {
    const { email, agentEmail, agent, admin, refusal } = await overdueCompany(10)
    passTime(30_000)
    const login = (address: string) => api.call('POST', '/auth/login', { email: address, password: PASSWORD })
    const refused = await login(agentEmail)
    expect([refused.status, refused.body]).toEqual([403, refusal])
    const renewed = await api.call('POST', '/auth/refresh_token', undefined, { cookie: agent.cookie })
    expect([renewed.status, renewed.body]).toEqual([403, refusal])
    const boss = await login(email)
    expect([boss.status, boss.body.user.company.blocked]).toEqual([200, true])
    // That sign-in has ended the earlier session.
    const again = await api.call('POST', '/auth/refresh_token', undefined, {
      cookie: boss.cookies.join('; '),
    })
    expect([again.status, again.body.user.company.blocked]).toEqual([200, true])
    expect((await api.call('GET', '/auth/me', undefined, { token: again.body.token })).status).toBe(200)
    expect(admin.user.company.blocked).toBe(false)
  })

  it('gets the way to pay as the answer to every command', async () => {
    const { admin, agent, refusal } = await overdueCompany(11)
    passTime(30_000)
    const commands = api.api.routes.filter(
      ({ spec }) => spec.allow !== 'anonymous' && spec.allow !== 'api token' && !spec.whileBlocked,
    )
    expect(commands.length).toBeGreaterThan(50)
    for (const { key } of commands) {
      const [method = '', path = ''] = key.split(' ')
      const address = path.replace(/:[A-Za-z]+/g, '1')
      for (const { token } of [admin, agent]) {
        const { status, body } = await api.call(method, address, method === 'GET' ? undefined : {}, { token })
        expect([key, status, body]).toEqual([key, 403, refusal])
      }
    }
  })

  it('M12: is unblocked for three days, once, by its administrator, and blocked again automatically', async () => {
    const { admin, agent, dueDate, refusal } = await overdueCompany(12)
    const unblock = (token: string, key?: string) =>
      api.call('POST', '/subscription/unblock', {}, { token, ...(key !== undefined && { key }) })
    expect((await unblock(admin.token)).body).toEqual({ error: 'ERR_COMPANY_NOT_BLOCKED' })
    passTime(30_000)
    expect((await unblock(agent.token)).body).toEqual(refusal)
    const answers = await Promise.all(['a', 'b', 'c'].map((key) => unblock(admin.token, key)))
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409])
    expect(answers.find(({ status }) => status === 200)?.body).toMatchObject({
      ...{ dueDate, standing: 'grace', why: 'unblocked', mayUnblock: false, ...{ howToPay: way.howToPay } },
      unblocked: { by: 'Bia' },
    })
    const events = (await api.events(streams.company(12))).filter(
      ({ type }) => type === 'company.unblocked.v1',
    )
    expect(events.map(({ actor, data }) => [actor, data.dueDate])).toEqual([
      [{ kind: 'user', id: admin.user.id }, dueDate],
    ])
    const settings = () => api.call('PUT', '/settings/call', { value: 'enabled' }, { token: admin.token })
    // the command takes effect within a moment
    await until(async () => (await settings()).status === 200)
    passTime(3 * DAY)
    const later = await api.call('POST', '/auth/login', { email: `agent12@guiche.test`, password: PASSWORD })
    expect([later.status, later.body]).toEqual([403, refusal])
    const boss = await signIn(api, 'admin12@guiche.test', PASSWORD)
    expect((await unblock(boss.token)).body).toEqual({ error: 'ERR_ALREADY_UNBLOCKED' })
  }, 30_000)
})

describe('a company that the platform has blocked', () => {
  it('is not unblocked by its administrator', async () => {
    const { email } = await addCompany(api, 20, { status: false })
    const { token } = await signIn(api, email, PASSWORD)
    const answer = await api.call('POST', '/subscription/unblock', {}, { token })
    expect([answer.status, answer.body]).toEqual([403, { error: 'ERR_COMPANY_BLOCKED', details: way }])
  })

  it('M1: refuses the API tokens of its connections', async () => {
    await addCompany(api, 21)
    const { email } = await addCompany(api, 22)
    const { token } = await signIn(api, email, PASSWORD)
    const made = await api.call('POST', '/whatsapp', { name: 'Loja', channel: 'simulator' }, { token })
    const minted = await api.call('POST', `/whatsapp/${made.body.id}/token`, {}, { token })
    const send = () =>
      api.call(
        'POST',
        '/messages/send',
        { number: '5511987654321', body: 'oi' },
        { token: minted.body.token },
      )
    expect((await send()).body.error).not.toMatch(/^ERR_COMPANY|^ERR_API_TOKEN/)
    const [{ data } = { data: {} }] = await api.events(streams.company(22))
    await api.write(streams.company(22), 22, {
      type: 'company.registered.v1',
      data: { ...(data as object), status: false },
    })
    const blocked = { error: 'ERR_COMPANY_BLOCKED', details: way }
    await until(async () => (await send()).status === 403)
    expect((await send()).body).toEqual(blocked)
  })
})
