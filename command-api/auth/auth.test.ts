import { silentCommands } from '@guiche/infra/metrics/observers.js'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { pino } from 'pino'
import { ADMIN, addCompany, setUp, signIn, startTestApi, type TestApi } from '../testing/api.js'

const refreshCookie = (cookies: string | readonly string[]): string =>
  /jrt=[^;]+/.exec(typeof cookies === 'string' ? cookies : cookies.join('; '))?.[0] ?? ''

/** The id of the session in an access token. The authenticator's cache of one second uses this id as its key. */
const sessionOf = (token: string): string =>
  JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString()).sid

describe('a session', () => {
  let api: TestApi
  let userId: number
  const [lines, failures]: [string[], string[]] = [[], []]
  beforeAll(async () => {
    const logger = pino({ level: 'warn' }, { write: (line: string) => void lines.push(line) })
    const observer = { ...silentCommands, signInFailed: (code: string) => void failures.push(code) }
    api = await startTestApi({}, { logger, observer })
    userId = (await setUp(api)).user.id
  })
  afterAll(() => api.close())

  const me = (token: string) => api.call('GET', '/auth/me', undefined, { token })
  const refresh = (cookie: string) => api.call('POST', '/auth/refresh_token', undefined, { cookie })

  it('begins with a token, the full record and cookies that scripts do not see', async () => {
    const answer = await api.call('POST', '/auth/login', { ...ADMIN, email: ' ANA@guiche.test ' })
    expect(answer.status).toBe(200)
    expect(answer.body.token.split('.')).toHaveLength(3)
    const claims = JSON.parse(Buffer.from(answer.body.token.split('.')[1], 'base64url').toString())
    expect(claims.exp - claims.iat).toBe(900)
    expect(answer.body.user).toMatchObject({
      id: userId,
      name: 'Ana',
      super: true,
      allTicket: 'enabled',
      queues: [],
    })
    expect(answer.body.user.company.settings.length).toBeGreaterThan(5)
    const [jrt = '', media = ''] = answer.headers.getSetCookie()
    expect(jrt).toMatch(/^jrt=[^;]+; Path=\/api\/auth; HttpOnly; SameSite=Strict$/)
    expect(media).toBe(`media=${answer.body.token}; Path=/api/public; HttpOnly; SameSite=Strict`)
    expect(answer.headers.get('x-position')).toMatch(/^0:\d{20}$/)
    expect((await me(answer.body.token)).status).toBe(200)
  })

  it('names the features that the company’s plan leaves out', async () => {
    const { email } = await addCompany(api, 41, { without: ['useSchedules'] })
    const { user } = await signIn(api, email, ADMIN.password)
    expect(user.company.without).toEqual(['useSchedules'])
  })

  it('rule 6: unknown e-mail and wrong password answer alike in text and time', async () => {
    const attempt = async (email: string) => {
      const started = performance.now()
      const answer = await api.call('POST', '/auth/login', { email, password: 'wrong' })
      return { status: answer.status, body: answer.body, took: performance.now() - started }
    }
    const median = (times: number[]) => times.sort((a, b) => a - b)[Math.floor(times.length / 2)] ?? 0
    const known = []
    const unknown = []
    for (let n = 0; n < 7; n++) {
      known.push(await attempt(ADMIN.email))
      unknown.push(await attempt(`nobody${n}@guiche.test`))
    }
    for (const { status, body } of [...known, ...unknown]) {
      expect([status, body]).toEqual([401, { error: 'ERR_INVALID_CREDENTIALS' }])
    }
    const [slow, fast] = [known, unknown].map((tries) => median(tries.map(({ took }) => took)))
    const ratio = (slow ?? 0) / (fast ?? 1)
    expect(ratio).toBeGreaterThan(0.4)
    expect(ratio).toBeLessThan(2.5)
    await signIn(api, ADMIN.email, ADMIN.password)
  })

  it('rule 6: is rate-limited by account, for right and wrong passwords', async () => {
    const { email } = await addCompany(api, 40)
    const attempt = (password: string) =>
      api.call('POST', '/auth/login', { email, password }, { from: '192.0.2.1' })
    const answers = await Promise.all(Array.from({ length: 14 }, () => attempt('wrong')))
    expect(answers.filter(({ status }) => status === 401)).toHaveLength(10)
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(4)
    const right = await attempt(ADMIN.password)
    expect(right.body).toEqual({ error: 'ERR_TOO_MANY_REQUESTS' })
    expect(right.headers.get('retry-after')).toBe('900')
    const told = lines.map((line) => JSON.parse(line)).filter(({ account }) => account === email)
    expect(told).toHaveLength(10)
    expect(told[0]).toMatchObject({ code: 'ERR_INVALID_CREDENTIALS', address: '192.0.2.1' })
    expect(failures.filter((code) => code === 'ERR_TOO_MANY_REQUESTS').length).toBeGreaterThanOrEqual(5)
    // Other users may still sign in.
    await signIn(api, ADMIN.email, ADMIN.password)
  })

  it('rule 6: a browser where the account signed in before is not shut out by strangers', async () => {
    const { email } = await addCompany(api, 42)
    const attempt = (password: string, device = '') =>
      api.call('POST', '/auth/login', { email, password }, { cookie: `device=${device}`, from: '192.0.2.2' })
    const first = await attempt(ADMIN.password)
    const cookie = first.headers.getSetCookie().find((one) => one.startsWith('device='))
    expect(cookie).toMatch(/Path=\/api\/auth; HttpOnly; SameSite=Strict/)
    const device = /^device=([^;]+)/.exec(cookie ?? '')?.[1] ?? ''
    for (let n = 1; n <= 11; n++) await attempt('wrong')
    expect([(await attempt(ADMIN.password)).status, (await attempt(ADMIN.password, device)).status]).toEqual([
      429, 200,
    ])
  })

  it('rule 6: passwords are argon2id', async () => {
    const keys = await api.vault.list('password/')
    for (const { value } of (await api.vault.getMany(keys)).values()) {
      expect(value.toString()).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
    }
    expect(keys.length).toBeGreaterThan(0)
  })

  it('rule 5: a second login ends the first session at once, in one append', async () => {
    const one = await signIn(api, ADMIN.email, ADMIN.password)
    expect((await me(one.token)).status).toBe(200)
    const other = await signIn(api, ADMIN.email, ADMIN.password)
    expect([(await me(one.token)).status, (await me(other.token)).status]).toEqual([401, 200])
    const [ended, started] = (await api.events(`user-${userId}`)).slice(-2)
    expect([ended?.type, ended?.data.reason, started?.type]).toEqual([
      'user.session-ended.v1',
      'replaced',
      'user.session-started.v1',
    ])
    expect(ended?.causationId).toBe(started?.causationId)
    expect((await refresh(refreshCookie(one.cookie))).status).toBe(401)
  })

  it('is neither renewed nor ended by a page of another origin', async () => {
    const { cookie } = await signIn(api, ADMIN.email, ADMIN.password)
    const own = refreshCookie(cookie)
    const before = (await api.events()).length
    for (const origin of ['https://evil.example', 'null', `http://${new URL(api.url).host}.evil.example`]) {
      for (const [method, path] of [
        ['POST', '/auth/refresh_token'],
        ['DELETE', '/auth/logout'],
      ] as const) {
        const answer = await api.call(method, path, undefined, { cookie: own, origin })
        expect([answer.status, answer.body]).toEqual([403, { error: 'ERR_NO_PERMISSION' }])
        expect(answer.cookies).toEqual([])
      }
    }
    expect((await api.events()).length).toBe(before)
    const origin = 'http://localhost:5173'
    const renewed = await api.call('POST', '/auth/refresh_token', undefined, { cookie: own, origin })
    expect(renewed.status).toBe(200)
    const left = { cookie: refreshCookie(renewed.cookies), origin }
    expect((await api.call('DELETE', '/auth/logout', undefined, left)).status).toBe(200)
  })

  it('rule 5: ends with a logout, at once', async () => {
    const { token, cookie } = await signIn(api, ADMIN.email, ADMIN.password)
    const left = await api.call('DELETE', '/auth/logout', undefined, { token })
    expect([left.status, left.body, left.headers.get('clear-site-data')]).toEqual([200, '', '"cache"'])
    expect(left.headers.getSetCookie().every((set) => set.includes('Max-Age=0'))).toBe(true)
    expect((await me(token)).body).toEqual({ error: 'ERR_SESSION_EXPIRED' })
    expect((await refresh(refreshCookie(cookie))).status).toBe(401)
  })

  it('rule 5: ends with a logout although the access token is over, by the cookie alone', async () => {
    const { token, cookie } = await signIn(api, ADMIN.email, ADMIN.password)
    const forged = await api.call('DELETE', '/auth/logout', undefined, {
      cookie: `jrt=${sessionOf(token)}.${'A'.repeat(43)}`,
    })
    expect(forged.status).toBe(401)
    expect((await me(token)).status).toBe(200)
    api.advance(16 * 60_000)
    const left = await api.call('DELETE', '/auth/logout', undefined, { token, cookie: refreshCookie(cookie) })
    expect(left.status).toBe(200)
    expect((await refresh(refreshCookie(cookie))).status).toBe(401)
    expect((await api.events(`user-${userId}`)).at(-1)?.data).toMatchObject({ reason: 'logout' })
  })

  it('rule 5: refuses foreign tokens, tokens without an algorithm, and expired tokens', async () => {
    const { token } = await signIn(api, ADMIN.email, ADMIN.password)
    const [, payload = ''] = token.split('.')
    const none = `${Buffer.from('{"alg":"none"}').toString('base64url')}.${payload}.`
    const forged = `${token.slice(0, -4)}AAAA`
    for (const wrong of [none, forged, 'x.y.z']) {
      expect([(await me(wrong)).status, (await me(wrong)).body.error]).toEqual([403, 'ERR_INVALID_TOKEN'])
    }
    expect((await api.call('GET', '/auth/me')).status).toBe(401)
    api.advance(15 * 60_000 + 1000)
    expect((await me(token)).body).toEqual({ error: 'ERR_INVALID_TOKEN' })
  })

  it('is renewed by rotating refresh tokens', async () => {
    const { cookie, token } = await signIn(api, ADMIN.email, ADMIN.password)
    const renewed = await refresh(refreshCookie(cookie))
    expect(renewed.status).toBe(200)
    expect(renewed.body.user.company).toMatchObject({ dueDate: null })
    expect(renewed.body.user.super).toBe(true)
    expect(refreshCookie(renewed.cookies)).not.toBe(refreshCookie(cookie))
    expect((await me(renewed.body.token)).status).toBe(200)
    expect(renewed.cookies).toContain(`media=${renewed.body.token}`)
    expect((await me(token)).status).toBe(200)
  })

  it('accepts the previous token for 30 seconds, also from two tabs at once', async () => {
    const { cookie } = await signIn(api, ADMIN.email, ADMIN.password)
    const first = refreshCookie(cookie)
    const both = await Promise.all([refresh(first), refresh(first)])
    expect(both.map(({ status }) => status)).toEqual([200, 200])
    api.advance(29_000)
    expect((await refresh(first)).status).toBe(200)
    for (const { cookies } of both) expect((await refresh(refreshCookie(cookies))).status).toBe(200)
  })

  it('accepts the previous token from twenty tabs at once, and every given token works', async () => {
    const { cookie } = await signIn(api, ADMIN.email, ADMIN.password)
    const many = await Promise.all(Array.from({ length: 20 }, () => refresh(refreshCookie(cookie))))
    expect(many.map(({ status }) => status)).toEqual(new Array(20).fill(200))
    const [first, last] = [many[0], many.at(-1)]
    expect((await refresh(refreshCookie(first?.cookies ?? ''))).status).toBe(200)
    expect((await refresh(refreshCookie(last?.cookies ?? ''))).status).toBe(200)
  })

  it('rule 5: ends when a rotated token is used again', async () => {
    const { cookie } = await signIn(api, ADMIN.email, ADMIN.password)
    const renewed = await refresh(refreshCookie(cookie))
    api.advance(31_000)
    const reused = await refresh(refreshCookie(cookie))
    expect([reused.status, reused.body]).toEqual([401, { error: 'ERR_SESSION_EXPIRED' }])
    expect(reused.headers.getSetCookie().every((set) => set.includes('Max-Age=0'))).toBe(true)
    expect((await refresh(refreshCookie(renewed.cookies))).status).toBe(401)
    expect((await api.events(`user-${userId}`)).at(-1)?.data).toMatchObject({ reason: 'reuse' })
  })

  it('rule 5: is not ended by a made-up token, and not renewed by an old one', async () => {
    const { cookie, token } = await signIn(api, ADMIN.email, ADMIN.password)
    const [, sid = ''] = /jrt=([^.]+)\./.exec(cookie) ?? []
    expect((await refresh(`jrt=${sid}.${'A'.repeat(43)}`)).status).toBe(401)
    expect((await refresh('jrt=nonsense')).status).toBe(401)
    expect((await refresh('')).status).toBe(401)
    expect((await me(token)).status).toBe(200)
    api.advance(7 * 24 * 3600_000 + 1000)
    expect((await refresh(refreshCookie(cookie))).status).toBe(401)
  })

  it('rule 18: refresh tokens are stored hashed', async () => {
    const { cookie } = await signIn(api, ADMIN.email, ADMIN.password)
    const keys = await api.vault.list('refresh/')
    const stored = [...(await api.vault.getMany(keys)).values()].map(({ value }) => value.toString()).join()
    const secret = refreshCookie(cookie).split('.')[1] ?? 'none'
    expect(stored).not.toContain(secret)
    expect(keys.length).toBeGreaterThan(0)
  })

  it('gives the version to every caller', async () => {
    expect((await api.call('GET', '/version')).body).toEqual({ version: '0.1.0' })
  })
})

/** No way to pay is configured. */
const WAY = { pay: '/subscription', howToPay: '', contact: '' }

describe('a company', () => {
  let api: TestApi
  beforeAll(async () => {
    api = await startTestApi()
    await setUp(api)
  })
  afterAll(() => api.close())

  it('rule 20: an expired or blocked company refuses sign-ins; callers with the right password get the reason', async () => {
    const dueDate = '2020-01-31T23:59:59.000Z'
    const expired = await addCompany(api, 2, { dueDate, profile: 'user' })
    const blocked = await addCompany(api, 3, { status: false, profile: 'user' })
    const login = (email: string, password: string = ADMIN.password) =>
      api.call('POST', '/auth/login', { email, password })
    const refused = await login(expired.email)
    expect([refused.status, refused.body]).toEqual([
      403,
      { error: 'ERR_COMPANY_EXPIRED', details: { date: dueDate, ...WAY } },
    ])
    expect((await login(blocked.email)).body).toEqual({ error: 'ERR_COMPANY_BLOCKED', details: WAY })
    expect((await login(expired.email, 'wrong')).body).toEqual({ error: 'ERR_INVALID_CREDENTIALS' })
  })

  it('rule 20: an expiry ends the company’s sessions, except those of super users', async () => {
    const soon = new Date(Date.now() + 60_000).toISOString()
    const { email } = await addCompany(api, 4, { dueDate: soon, profile: 'user' })
    const { token, cookie } = await signIn(api, email, ADMIN.password)
    const root = await signIn(api, ADMIN.email, ADMIN.password)
    api.advance(61_000)
    api.authenticator.forget(sessionOf(token))
    const me = await api.call('GET', '/auth/me', undefined, { token })
    expect([me.status, me.body.error]).toEqual([403, 'ERR_COMPANY_EXPIRED'])
    const renewed = await api.call('POST', '/auth/refresh_token', undefined, { cookie })
    expect(renewed.body.error).toBe('ERR_COMPANY_EXPIRED')
    // The browser repeats the request later and gets the same answer: the token is not treated as stolen.
    api.advance(31_000)
    const again = await api.call('POST', '/auth/refresh_token', undefined, { cookie })
    expect(again.body.error).toBe('ERR_COMPANY_EXPIRED')
    const reasons = (await api.events()).flatMap(({ data }) => (data.reason === 'reuse' ? [data] : []))
    expect(reasons).toEqual([])
    expect((await api.call('GET', '/auth/me', undefined, { token: root.token })).status).toBe(200)
  })
})
