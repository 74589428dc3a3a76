import { request } from 'node:http'
import { afterEach, describe, expect, it } from '@jest/globals'
import { ADMIN, setUp, signIn, startTestApi, type TestApi } from '../testing/api.js'

let api: TestApi
afterEach(() => api.close())

const setupBody = (n = 0) => ({
  companyName: 'Padaria',
  name: `Ana ${n}`,
  email: `ana${n}@guiche.test`,
  password: 'correct horse',
})

describe('the first visit', () => {
  it('makes company 1 with its super user, seeds nothing else, and signs the person in', async () => {
    api = await startTestApi()
    expect((await api.call('GET', '/setup')).body).toEqual({
      needed: true,
      humanVerification: 'off',
      turnstileSiteKey: null,
      simulator: true,
      mails: false,
      code: false,
    })
    const made = await api.call('POST', '/setup', { ...setupBody(), language: 'en' })
    expect(made.status).toBe(200)
    expect(made.body.user).toMatchObject({
      email: 'ana0@guiche.test',
      profile: 'admin',
      super: true,
      companyId: 1,
    })
    expect(made.body.user.company).toMatchObject({ id: 1, name: 'Padaria', dueDate: null })
    expect((await api.call('GET', '/auth/me', undefined, { token: made.body.token })).body).toEqual({
      id: made.body.user.id,
      profile: 'admin',
      super: true,
    })
    expect((await api.call('GET', '/setup')).body.needed).toBe(false)
    const published = (await api.events()).filter(({ stream }) => !/^(claim|command|sequence)-/.test(stream))
    expect(published.map(({ type }) => type)).toEqual([
      'company.registered.v1',
      'quota.seat-taken.v1',
      'user.created.v1',
      'quota.seat-taken.v1',
      'user.session-started.v1',
    ])
  })

  it('happens once, also of eight at a time', async () => {
    api = await startTestApi()
    const answers = await Promise.all(
      Array.from({ length: 8 }, (_, n) => api.call('POST', '/setup', setupBody(n))),
    )
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    for (const { status, body: reply } of answers.filter((answer) => answer.status !== 200)) {
      expect([status, reply]).toEqual([409, { error: 'ERR_ALREADY_SET_UP' }])
    }
    const users = (await api.events()).filter(({ type }) => type === 'user.created.v1')
    expect(users).toHaveLength(1)
    expect((await api.call('POST', '/setup', setupBody(9))).status).toBe(409)
  })

  it('goes on where a crash broke it off', async () => {
    api = await startTestApi()
    // The process crashed after it had written the company and the seat, before the user.
    await api.write('quota-1', 1, { type: 'quota.seat-taken.v1', data: { kind: 'user', holder: 'user-77' } })
    expect((await api.call('GET', '/setup')).body.needed).toBe(true)
    expect((await api.call('POST', '/setup', setupBody())).status).toBe(200)
    expect((await api.call('GET', '/setup')).body.needed).toBe(false)
  })

  it('is done by ADMIN_EMAIL and ADMIN_PASSWORD, once', async () => {
    api = await startTestApi()
    const first = { ...ADMIN, language: 'es' } as const
    expect(await api.api.ensureAdmin(first)).toEqual({ ok: true, value: undefined })
    expect(await api.api.ensureAdmin({ ...first, password: 'another one' })).toEqual({
      ok: true,
      value: undefined,
    })
    const { user } = await signIn(api, ADMIN.email, ADMIN.password)
    expect([user.super, user.company.language]).toEqual([true, 'es'])
  })

  it('rule 9: refuses wrong types, operators, unknown fields and dangerous keys', async () => {
    api = await startTestApi()
    const bad = [
      { ...setupBody(), email: { $ne: null } },
      { ...setupBody(), password: 12345 },
      { ...setupBody(), super: true },
      { ...setupBody(), companyName: ['x', 'y'] },
      { ...setupBody(), 'constructor.prototype': 1 },
    ]
    for (const wrong of bad) {
      const answer = await api.call('POST', '/setup', wrong)
      expect([answer.status, answer.body.error]).toEqual([400, 'ERR_VALIDATION'])
    }
    const proto = await fetch(`${api.url}/api/setup`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: `{"__proto__": {"super": true}, ${JSON.stringify(setupBody()).slice(1)}`,
    })
    expect(proto.status).toBe(400)
    expect(await api.events()).toEqual([])
  })
})

describe('if the server is reachable from outside', () => {
  it('the set-up requires the code from the log, and guessing is limited', async () => {
    api = await startTestApi({ isPublic: true })
    expect((await api.call('GET', '/setup')).body.code).toBe(true)
    const code = await api.api.setUpCode()
    expect(code).toMatch(/^([2-9A-HJ-NP-Z]{4}-?){3}$/)
    const post = async (more: object, from = '203.0.113.7') => {
      const { status, body: said } = await api.call('POST', '/setup', { ...setupBody(), ...more }, { from })
      return [status, said.error]
    }
    for (const wrong of [{}, { code: '' }, { code: 'ABCD-EFGH-JKLM' }, { code: `${code}X` }]) {
      expect(await post(wrong)).toEqual([403, 'ERR_SET_UP_CODE'])
    }
    for (let n = 0; n < 16; n++) await post({ code: `GUESS-${n}` })
    expect(await post({ code })).toEqual([429, 'ERR_TOO_MANY_REQUESTS'])
    expect(await api.events()).toEqual([])
    const typed = ` ${code?.toLowerCase().replaceAll('-', ' ')}`
    expect(await post({ code: typed }, '203.0.113.8')).toEqual([200, undefined])
    expect(await api.api.setUpCode()).toBeNull()
    expect(await post({ code }, '203.0.113.8')).toEqual([409, 'ERR_ALREADY_SET_UP'])
  })
})

describe('the password of the first person', () => {
  it.each([
    ['segredo', 'ERR_PASSWORD_SHORT'],
    ['         ', 'ERR_PASSWORD_SHORT'],
    ['Senha123', 'ERR_PASSWORD_COMMON'],
    ['123456789', 'ERR_PASSWORD_COMMON'],
    ['aaaaaaaaaa', 'ERR_PASSWORD_COMMON'],
  ])('is not %j', async (password, code) => {
    api = await startTestApi()
    const refused = await api.call('POST', '/setup', { ...setupBody(), password })
    expect([refused.status, refused.body.error]).toEqual([400, code])
    expect((await api.call('GET', '/setup')).body.needed).toBe(true)
  })
})

describe('a page elsewhere', () => {
  it('makes no super user here, by its own origin or by a name that leads to this machine', async () => {
    api = await startTestApi()
    const foreign = await api.call('POST', '/setup', setupBody(), { origin: 'http://evil.example' })
    expect([foreign.status, foreign.body.error]).toEqual([403, 'ERR_NO_PERMISSION'])
    const rebound = await new Promise<number | undefined>((resolve, reject) => {
      const headers = { host: 'evil.example', 'content-type': 'application/json' }
      const asked = request(`${api.url}/api/setup`, { method: 'POST', headers }, (answer) => {
        answer.resume()
        resolve(answer.statusCode)
      })
      asked.once('error', reject).end(JSON.stringify(setupBody()))
    })
    expect(rebound).toBe(403)
    expect(await api.events()).toEqual([])
    await setUp(api)
  })
})

describe('a company with a super user', () => {
  it('rule 18: no hash, password or token is in an event', async () => {
    api = await startTestApi()
    const { token, cookie } = await setUp(api)
    const log = JSON.stringify(await api.events())
    const refresh = /jrt=([^;]+)/.exec(cookie)?.[1] ?? 'none'
    for (const secret of [ADMIN.password, '$argon2', token, refresh]) expect(log).not.toContain(secret)
  })
})
