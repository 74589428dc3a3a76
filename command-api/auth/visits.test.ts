import { until } from '@guiche/infra/testing/until.js'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { ADMIN, addCompany, setUp, signIn, startTestApi, type TestApi } from '../testing/api.js'

const WHY = 'o cliente pediu ajuda com as filas'
const OTHER = 51

const claimsOf = (token: string) => JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString())

describe('a visit of a super user', () => {
  let api: TestApi
  let home: { token: string; cookie: string; user: { id: number } }
  let host: { token: string; cookie: string; user: { id: number } }
  beforeAll(async () => {
    api = await startTestApi()
    home = await setUp(api)
    const { email } = await addCompany(api, OTHER)
    host = await signIn(api, email, ADMIN.password)
  })
  afterAll(() => api.close())

  const jrtOf = (cookies: readonly string[]) => cookies.find((one) => one.startsWith('jrt=')) ?? ''
  const me = (token: string) => api.call('GET', '/auth/me', undefined, { token })
  /** Renews the access token with the super user's rotating cookie. */
  const renew = async () => {
    const answer = await api.call('POST', '/auth/refresh_token', undefined, { cookie: home.cookie })
    expect(answer.status).toBe(200)
    home = { ...home, cookie: jrtOf(answer.cookies) }
    return answer.body
  }
  const begin = (more: object = {}, token = home.token) =>
    api.call('POST', '/visits', { companyId: OTHER, reason: WHY, minutes: 30, ...more }, { token })
  const leave = (token: string) => api.call('DELETE', '/visits/current', undefined, { token })
  /** Starts a visit. Gives its access token. */
  const visit = async (more: object = {}): Promise<string> => {
    expect((await begin(more)).status).toBe(200)
    const { token, visit } = await renew()
    expect(visit).toMatchObject({ visitor: { name: 'Ana' }, reason: WHY })
    return token
  }
  const facts = async (userId: number, ...types: string[]) =>
    (await api.events(`user-${userId}`)).filter(({ type }) => types.includes(type))

  it('gives access with the next renewal, and does not touch the administrator’s session', async () => {
    const token = await visit()
    expect((await me(token)).body).toEqual({ id: host.user.id, profile: 'admin', super: false })
    expect((await me(host.token)).status).toBe(200)
    expect((await me(home.token)).body).toMatchObject({ super: true })
    const [begun] = await facts(home.user.id, 'user.visit-began.v1')
    const [told] = await facts(host.user.id, 'user.visited.v1')
    expect(begun).toMatchObject({
      companyId: 1,
      actor: { kind: 'super', id: home.user.id },
      data: { visitedUserId: host.user.id, visitedCompanyId: OTHER, why: WHY },
    })
    expect(told).toMatchObject({
      companyId: OTHER,
      actor: { kind: 'super', id: home.user.id },
      data: { visitorId: home.user.id, visitorCompanyId: 1, why: WHY },
    })
    expect((await leave(token)).status).toBe(200)
  })

  it('ends without a new sign-in, and its token becomes invalid', async () => {
    const token = await visit()
    expect((await leave(token)).status).toBe(200)
    const over = await me(token)
    expect([over.status, over.body]).toEqual([403, { error: 'ERR_INVALID_TOKEN' }])
    const { token: own, visit: none } = await renew()
    expect([(await me(own)).body.id, none]).toEqual([home.user.id, undefined])
    const ends = await facts(host.user.id, 'user.visit-ended.v1')
    expect(ends.at(-1)?.data).toMatchObject({ reason: 'left' })
    // Ending an ended visit does not end the next one.
    const next = await visit()
    await leave(token)
    expect((await me(next)).status).toBe(200)
    await leave(next)
  })

  it('records commands as done by the visitor for the administrator', async () => {
    const token = await visit()
    const made = await api.call('POST', '/tags', { name: 'Visita', color: '#112233' }, { token })
    expect(made.status).toBe(200)
    const [event] = (await api.events()).filter(({ type }) => type === 'tag.created.v1')
    expect(event).toMatchObject({
      companyId: OTHER,
      actor: { kind: 'super', id: home.user.id, for: host.user.id },
    })
    await leave(token)
  })

  it('is for another company, with a reason and an hour at most', async () => {
    const refused = async (more: object) => {
      const { status, body } = await begin(more)
      return [status, body.error]
    }
    expect(await refused({ reason: 'curto' })).toEqual([400, 'ERR_VALIDATION'])
    expect(await refused({ reason: ' '.repeat(30) })).toEqual([400, 'ERR_VALIDATION'])
    expect(await refused({ reason: 'x'.repeat(201) })).toEqual([400, 'ERR_VALIDATION'])
    expect(await refused({ minutes: 61 })).toEqual([400, 'ERR_VALIDATION'])
    expect(await refused({ minutes: 0 })).toEqual([400, 'ERR_VALIDATION'])
    expect(await refused({ companyId: 999 })).toEqual([404, 'ERR_NO_COMPANY_FOUND'])
    expect(await refused({ userId: 9_999 })).toEqual([404, 'ERR_NO_USER_FOUND'])
    // The session belongs to a third company.
    expect(await refused({ userId: home.user.id })).toEqual([404, 'ERR_NO_USER_FOUND'])
    expect(await refused({ companyId: 1, userId: home.user.id })).toEqual([409, 'ERR_VISIT_REFUSED'])
  })

  it('is refused to administrators, and during another visit', async () => {
    expect((await begin({}, host.token)).status).toBe(403)
    const token = await visit()
    expect((await begin({}, token)).status).toBe(403)
    await leave(token)
  })

  it('may change neither credentials nor API tokens', async () => {
    const token = await visit()
    const tries = [
      [
        'PUT',
        `/users/${host.user.id}`,
        { name: 'Eva', email: 'eva@guiche.test', password: 'quite a long one' },
      ],
      ['POST', '/users', { name: 'Eva', email: 'eva@guiche.test', password: 'quite a long one' }],
      ['POST', `/users/${host.user.id}/invitation`, {}],
      ['DELETE', `/users/${host.user.id}/sessions`, undefined],
      ['DELETE', `/users/${host.user.id}`, undefined],
      ['POST', '/whatsapp/1/token', {}],
      ['POST', '/company-export', {}],
    ] as const
    for (const [method, path, body] of tries) {
      const { status, body: answer } = await api.call(method, path, body, { token })
      expect([path, status, answer.error]).toEqual([path, 403, 'ERR_IN_VISIT'])
    }
    await leave(token)
  })

  it('is replaced by another visit, also if two visits begin at once', async () => {
    const first = await visit()
    await Promise.all([begin({ minutes: 5 }), begin({ minutes: 6 })])
    expect((await me(first)).status).toBe(403)
    const { token } = await renew()
    expect((await me(token)).body.id).toBe(host.user.id)
    const { visits } = await openVisits()
    expect(visits).toBe(1)
    await leave(token)
    expect((await openVisits()).visits).toBe(0)
  })
  const openVisits = async () => {
    const all = await facts(host.user.id, 'user.visited.v1', 'user.visit-ended.v1')
    const open = all.reduce((sum, { type }) => sum + (type === 'user.visited.v1' ? 1 : -1), 0)
    return { visits: open }
  }

  it('is not made longer by a renewal, and ends by itself', async () => {
    const token = await visit({ minutes: 2 })
    const again = await renew()
    expect(claimsOf(again.token).sid).toBe(claimsOf(token).sid)
    api.advance(2 * 60_000)
    expect((await me(again.token)).body.error).toBe('ERR_INVALID_TOKEN')
    const { visit: none } = await renew()
    expect(none).toBeUndefined()
    await until(async () => (await openVisits()).visits === 0)
    const ends = await facts(host.user.id, 'user.visit-ended.v1')
    expect(ends.at(-1)?.data).toMatchObject({ reason: 'time-over' })
  })

  it('goes on in a blocked company, as far as its administrator does', async () => {
    await api.write(`company-${OTHER}`, OTHER, {
      type: 'company.status-set.v1',
      data: { companyId: OTHER, status: false },
    })
    const token = await visit()
    expect((await me(token)).status).toBe(200)
    expect((await api.call('POST', '/tags', { name: 'Não', color: '#112233' }, { token })).status).toBe(403)
    expect((await leave(token)).status).toBe(200)
    await api.write(`company-${OTHER}`, OTHER, {
      type: 'company.status-set.v1',
      data: { companyId: OTHER, status: true },
    })
  })

  it('ends with the session of the visitor: a sign-out during the visit, and a second sign-in', async () => {
    const token = await visit()
    const again = await signIn(api, ADMIN.email, ADMIN.password)
    home = { ...home, ...again }
    expect((await me(token)).status).toBe(403)
    const next = await visit()
    const out = await api.call('DELETE', '/auth/logout', undefined, { token: next, cookie: home.cookie })
    expect(out.status).toBe(200)
    expect((await me(next)).status).toBe(403)
    // An upload that began before the end of the visit is refused, too.
    const { sid: sessionId } = claimsOf(next)
    const was = { visitorId: home.user.id, until: new Date().toISOString() }
    expect(
      await api.authenticator.bySession({ userId: host.user.id, companyId: OTHER, sessionId, visit: was }),
    ).toMatchObject({ error: { code: 'ERR_INVALID_TOKEN' } })
    expect((await openVisits()).visits).toBe(0)
    home = { ...home, ...(await signIn(api, ADMIN.email, ADMIN.password)) }
  })

  it('ends the session in which it began, whoever has signed in in another window since', async () => {
    const token = await visit()
    const out = await api.call('DELETE', '/auth/logout', undefined, { token, cookie: host.cookie })
    expect(out.status).toBe(200)
    expect([(await me(token)).status, (await me(host.token)).status]).toEqual([403, 200])
    expect((await me(home.token)).status).toBe(401)
    home = { ...home, ...(await signIn(api, ADMIN.email, ADMIN.password)) }
  })

  /** Creates another company and waits until the views show it. */
  const newCompany = async (companyId: number) => {
    const made = await addCompany(api, companyId)
    await signIn(api, made.email, ADMIN.password)
    return made
  }

  it('M14: is refused to and from a company that is being erased', async () => {
    const to = await newCompany(52)
    expect((await begin({ companyId: to.companyId })).status).toBe(200)
    await api.write(`company-${to.companyId}`, to.companyId, {
      type: 'company.erasing.v1',
      data: { companyId: to.companyId },
    })
    const again = await begin({ companyId: to.companyId })
    expect([again.status, again.body.error]).toEqual([409, 'ERR_COMPANY_BEING_ERASED'])
    expect((await renew()).visit).toBeUndefined()
    // A closed company, with a user who has not been deleted yet.
    const { userId } = await newCompany(53)
    expect((await begin({ companyId: 53, userId })).status).toBe(200)
    await api.eventStore.remove('company-53')
    expect((await renew()).visit).toBeUndefined()
    expect((await leave(home.token)).status).toBe(200)
  })

  it('ends once the visited user is no administrator any more', async () => {
    const token = await visit()
    await api.write(`user-${host.user.id}`, OTHER, {
      type: 'user.deleted.v1',
      data: { userId: host.user.id },
    })
    const { visit: none } = await renew()
    expect(none).toBeUndefined()
    expect((await me(token)).status).toBe(403)
  })

  it('M14: ends if the visitor’s own company is erased', async () => {
    const { companyId, userId } = await newCompany(54)
    expect((await begin({ companyId })).status).toBe(200)
    await api.write('company-1', 1, { type: 'company.erasing.v1', data: { companyId: 1 } })
    await until(async () => (await me(home.token)).status === 401)
    // The erasure ends the sessions of all users.
    const [told] = await facts(userId, 'user.visited.v1')
    await api.write(`user-${home.user.id}`, 1, {
      type: 'user.visit-left.v1',
      data: {
        ...{ userId: home.user.id, sessionId: told?.data.sessionId, reason: 'signed-out' },
        ...{ visitedUserId: userId, visitedCompanyId: companyId },
      },
    })
    await until(async () => (await facts(userId, 'user.visit-ended.v1')).length > 0)
    expect((await facts(userId, 'user.visit-ended.v1'))[0]?.data).toMatchObject({ reason: 'signed-out' })
  })
})
