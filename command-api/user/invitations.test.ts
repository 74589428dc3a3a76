import { until } from '@guiche/infra/testing/until.js'
import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals'
import { ADMIN, addCompany, setUp, signIn, startTestApi, type TestApi } from '../testing/api.js'

const DAY = 24 * 60 * 60 * 1000
const PASSWORD = { password: 'a password of my own' }

let api: TestApi
let token: string
let own: number
beforeAll(async () => {
  api = await startTestApi()
  const root = await setUp(api)
  token = root.token
  own = root.user.id
})
afterAll(() => api.close())

let count = 0
const invitedUser = async () => {
  const email = `guest${++count}@guiche.test`
  const { body } = await api.call('POST', '/users', { name: 'Bia', email, invited: true }, { token })
  return { id: Number(body.id), email }
}
const inviteUser = (id: number, as = token) => api.call('POST', `/users/${id}/invitation`, {}, { token: as })
const linkOf = async (id: number): Promise<string> => {
  const { body } = await inviteUser(id)
  return String(body.link).replace(/^http:\/\/127\.0\.0\.1\/invitation#/, '')
}
/** Each call has its own address, because failures are limited for each address. */
let calls = 0
const otherAddress = () => ({ from: `192.0.2.${++calls}` })
const checkLink = (link: string) =>
  api.call('POST', '/auth/invitation/check', { token: link }, otherAddress())
const acceptInvitation = (link: string, more: object = {}) =>
  api.call('POST', '/auth/invitation', { token: link, ...PASSWORD, ...more }, otherAddress())

describe('an invitation', () => {
  it('lets a new user choose a password, and signs in', async () => {
    const { id, email } = await invitedUser()
    const link = await linkOf(id)
    expect((await checkLink(link)).body).toMatchObject({ name: 'Bia', email })
    const taken = await acceptInvitation(link)
    expect(taken.status).toBe(200)
    expect(taken.body).toMatchObject({ user: { id, invitedUntil: null } })
    await signIn(api, email, PASSWORD.password)
  })

  it('works once, also of ten at once', async () => {
    const link = await linkOf((await invitedUser()).id)
    const answers = await Promise.all(
      Array.from({ length: 10 }, (_, n) => acceptInvitation(link, { password: `password ${n}` })),
    )
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    expect((await acceptInvitation(link)).body.error).toBe('ERR_INVITATION_USED')
    expect((await checkLink(link)).body.error).toBe('ERR_INVITATION_USED')
  })

  it('is not used up by a password that is refused', async () => {
    const { id, email } = await invitedUser()
    const link = await linkOf(id)
    for (const [password, code] of [
      ['mar-1', 'ERR_PASSWORD_SHORT'],
      ['12345678', 'ERR_PASSWORD_COMMON'],
    ] as const) {
      expect((await acceptInvitation(link, { password })).body.error).toBe(code)
    }
    expect((await acceptInvitation(link)).status).toBe(200)
    await signIn(api, email, PASSWORD.password)
  })

  it('is not used up while its company is blocked', async () => {
    const email = `blocked${++count}@guiche.test`
    const company = { name: 'Loja fechada', email, password: ADMIN.password, planId: null }
    const { id: companyId } = (await api.call('POST', '/companies', company, { token })).body
    const set = (status: boolean) => api.call('PUT', `/companies/${companyId}`, { status }, { token })
    const admin = (await signIn(api, email, ADMIN.password)).token
    const guest = { name: 'Bia', email: `guest${++count}@guiche.test`, invited: true }
    const { id } = (await api.call('POST', '/users', guest, { token: admin })).body
    const link = String((await inviteUser(Number(id), admin)).body.link).split('#')[1] ?? ''
    expect((await set(false)).status).toBe(200)
    expect((await acceptInvitation(link)).body.error).toBe('ERR_COMPANY_BLOCKED')
    expect((await set(true)).status).toBe(200)
    const taken = await acceptInvitation(link, { password: 'another password of my own' })
    expect(taken.status).toBe(200)
    await signIn(api, guest.email, 'another password of my own')
  })

  it('may be tried again where it came to no end before the password was there', async () => {
    const { id, email } = await invitedUser()
    const link = await linkOf(id)
    const away = () => Promise.reject(new Error('away'))
    const vault = jest.spyOn(api.vault, 'commit').mockImplementationOnce(away)
    expect((await acceptInvitation(link, { password: 'the first try' })).status).toBeGreaterThanOrEqual(500)
    expect(vault).toHaveBeenCalledTimes(1)
    vault.mockRestore()
    const store = jest.spyOn(api.eventStore, 'append').mockImplementation(away)
    expect((await acceptInvitation(link, { password: 'the second try' })).status).toBeGreaterThanOrEqual(500)
    store.mockRestore()
    expect((await acceptInvitation(link)).status).toBe(200)
    await signIn(api, email, PASSWORD.password)
    expect((await acceptInvitation(link)).body.error).toBe('ERR_INVITATION_USED')
  })

  it('leaves the password if the outcome of the write is unknown', async () => {
    const { id, email } = await invitedUser()
    const link = await linkOf(id)
    const { append } = api.eventStore
    const store = jest.spyOn(api.eventStore, 'append').mockImplementation(async (...asked) => {
      await append(...asked)
      throw new Error('the answer was lost')
    })
    expect((await acceptInvitation(link)).status).toBeGreaterThanOrEqual(500)
    store.mockRestore()
    await signIn(api, email, PASSWORD.password)
  })

  it('is replaced by the next one, and made-up ones are unknown', async () => {
    const { id } = await invitedUser()
    const first = await linkOf(id)
    const second = await linkOf(id)
    expect((await acceptInvitation(first)).body.error).toBe('ERR_INVITATION_UNKNOWN')
    expect((await acceptInvitation(`${id}.${'A'.repeat(43)}`)).body.error).toBe('ERR_INVITATION_UNKNOWN')
    expect((await acceptInvitation('nonsense')).body.error).toBe('ERR_INVITATION_UNKNOWN')
    expect((await acceptInvitation(second)).status).toBe(200)
  })

  it('rule 6: guessed links are limited by address, and block no other address', async () => {
    const { id } = await invitedUser()
    const link = await linkOf(id)
    const tryFrom = (from: string, token: string) => [
      api.call('POST', '/auth/invitation/check', { token }, { from }),
      api.call('POST', '/auth/invitation', { token, ...PASSWORD }, { from }),
    ]
    const madeUp = Array.from({ length: 50 }, (_, n) => [
      ...tryFrom('203.0.113.66', 'x'),
      ...tryFrom('203.0.113.66', `${id}.${String(n).padStart(43, 'A')}`),
    ])
    const statuses = (await Promise.all(madeUp.flat())).map(({ status }) => status)
    expect(statuses.filter((status) => status === 429).length).toBeGreaterThanOrEqual(100)
    const [checked] = tryFrom('203.0.113.66', link)
    expect((await checked)?.status).toBe(429)
    expect((await checkLink('x')).body.error).toBe('ERR_INVITATION_UNKNOWN')
    for (const answer of tryFrom('198.51.100.7', link)) expect((await answer).status).toBe(200)
  })

  it('rule 6: the same one is tried ten times from one address', async () => {
    const link = await linkOf((await invitedUser()).id)
    await acceptInvitation(link)
    const again = async (from: string) =>
      (await api.call('POST', '/auth/invitation/check', { token: link }, { from })).body.error
    for (let n = 1; n <= 10; n++) expect(await again('198.51.100.8')).toBe('ERR_INVITATION_USED')
    expect(await again('198.51.100.8')).toBe('ERR_TOO_MANY_REQUESTS')
    expect(await again('198.51.100.9')).toBe('ERR_INVITATION_USED')
  })

  it('is of no use once its user is deleted', async () => {
    const { id } = await invitedUser()
    const link = await linkOf(id)
    await api.call('DELETE', `/users/${id}`, undefined, { token })
    expect((await acceptInvitation(link)).body.error).toBe('ERR_INVITATION_UNKNOWN')
  })

  it('is created by admins for others, and stands in the audit without its token', async () => {
    const { id, email } = await invitedUser()
    const link = await linkOf(id)
    await acceptInvitation(link)
    const agent = await signIn(api, email, PASSWORD.password)
    expect((await inviteUser(own, agent.token)).status).toBe(403)
    expect((await inviteUser(own)).body.error).toBe('ERR_OWN_USER')
    expect((await inviteUser(999_999)).body.error).toBe('ERR_NO_USER_FOUND')
    const told = (await api.events(`user-${id}`)).filter(({ type }) => type === 'user.invited.v1')
    expect(told).toHaveLength(1)
    expect(JSON.stringify(await api.events())).not.toContain(link.split('.')[1])
  })

  it('goes by mail where that is asked for, five times in a quarter of an hour, in one line each', async () => {
    const { id, email } = await invitedUser()
    const byMail = () => api.call('POST', `/users/${id}/invitation`, { mail: true }, { token })
    const first = await byMail()
    expect(first.body).toMatchObject({ mail: 'kept', link: expect.stringContaining('/invitation#') })
    const mails = async () => {
      const { body } = await api.call('GET', '/mails', undefined, { token })
      return body.mails.filter(({ to }: { to: string }) => to === email)
    }
    await until(async () => (await mails()).length > 0)
    const [mail] = await mails()
    expect(mail.text).toContain(first.body.link)
    expect(mail.subject).not.toMatch(/\p{Cc}/u)
    const statuses: number[] = []
    for (let n = 0; n < 5; n++) statuses.push((await byMail()).status)
    expect(statuses).toEqual([200, 200, 200, 200, 429])
    // A refused call does not replace the link that was sent.
    expect((await inviteUser(id)).body.mail).toBe('none')
  })

  it('goes by mail fifty times a day for one company, from whichever network', async () => {
    const { email: admin } = await addCompany(api, 7)
    const { token: other } = await signIn(api, admin, ADMIN.password)
    const user = async (_: unknown, n: number) => {
      const body = { name: 'Bia', email: `many${n}@guiche.test`, invited: true }
      return (await api.call('POST', '/users', body, { token: other })).body.id
    }
    const ids = await Promise.all(Array.from({ length: 11 }, user))
    const statuses: number[] = []
    for (let n = 0; n < 51; n++) {
      const options = { token: other, from: `198.51.100.${n}` }
      const path = `/users/${ids[n % ids.length]}/invitation`
      statuses.push((await api.call('POST', path, { mail: true }, options)).status)
    }
    expect(statuses.filter((status) => status === 200)).toHaveLength(50)
    expect(statuses.at(-1)).toBe(429)
  })

  it('signs in only a user who has accepted it', async () => {
    const { email } = await invitedUser()
    for (const password of ['', 'guess']) {
      expect((await api.call('POST', '/auth/login', { email, password })).status).toBe(401)
    }
  })

  it('expires after seven days', async () => {
    const link = await linkOf((await invitedUser()).id)
    api.advance(7 * DAY + 1000)
    expect((await acceptInvitation(link)).body.error).toBe('ERR_INVITATION_EXPIRED')
  })
})
