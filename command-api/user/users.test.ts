import { systemClock } from '@guiche/infra/clock.js'
import { deriveKey } from '@guiche/infra/keys.js'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { createClaims } from '../kernel/claims.js'
import { createKernel } from '../kernel/create-kernel.js'
import { ADMIN, addCompany, setUp, signIn, startTestApi, type TestApi } from '../testing/api.js'
import { metaFor, silentLogger } from '../testing/store.js'

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
const userBody = (more: object = {}) => {
  count++
  return { name: `Person ${count}`, email: `person${count}@guiche.test`, password: 'quiet sea', ...more }
}
const createUser = (body: object, options: { token?: string; key?: string } = {}) =>
  api.call('POST', '/users', body, { token, ...options })
const editUser = (id: number, body: object, as = token) =>
  api.call('PUT', `/users/${id}`, body, { token: as })
const removeUser = (id: number, as = token) => api.call('DELETE', `/users/${id}`, undefined, { token: as })
const createQueue = async (as = token) => {
  count++
  const color = `#${count.toString(16).padStart(6, '0')}`
  return Number((await api.call('POST', '/queue', { name: `Queue ${count}`, color }, { token: as })).body.id)
}

describe('users', () => {
  it('are made with the full record, least rights, and can sign in', async () => {
    const queueId = await createQueue()
    const body = userBody({ queueIds: [queueId], email: 'MiXed@Guiche.Test' })
    const made = await createUser(body)
    expect(made.status).toBe(200)
    expect(made.body).toMatchObject({
      email: 'mixed@guiche.test',
      profile: 'user',
      super: false,
      companyId: 1,
    })
    expect(made.body).toMatchObject({ allTicket: 'desabled', whatsappId: null, company: { id: 1 } })
    expect(made.body.queues).toEqual([
      expect.objectContaining({ id: queueId, UserQueue: { userId: made.body.id, queueId } }),
    ])
    expect(JSON.stringify(made.body)).not.toContain('password')
    await signIn(api, 'mixed@guiche.test', 'quiet sea')
  })

  it('are made once by the same key, in turn or at once', async () => {
    const body = userBody()
    const answers = await Promise.all([...Array.from({ length: 5 }, () => createUser(body, { key: 'one' }))])
    answers.push(await createUser(body, { key: 'one' }))
    expect(new Set(answers.map(({ body: { id } }) => id)).size).toBe(1)
    expect(new Set(answers.map(({ headers }) => headers.get('x-position'))).size).toBe(1)
    const all = (await api.events()).filter((event) => event.data.email === body.email)
    expect(all.filter(({ type }) => type === 'user.created.v1')).toHaveLength(1)
  })

  it('have e-mails of their own in the whole installation, also of twelve at once', async () => {
    const { email } = await addCompany(api, 5)
    expect((await createUser(userBody({ email: email.toUpperCase() }))).body).toEqual({
      error: 'ERR_EMAIL_ALREADY_EXISTS',
    })
    const same = userBody()
    const answers = await Promise.all(Array.from({ length: 12 }, () => createUser(same)))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(answers.filter(({ status }) => status === 409)).toHaveLength(11)
  })

  it('rule 4: keep to the limit of the company under 20 parallel creates, and get seats back', async () => {
    const { email } = await addCompany(api, 6, { limits: { users: 4 } })
    const admin = await signIn(api, email, ADMIN.password)
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => createUser(userBody(), { token: admin.token })),
    )
    const made = answers.filter(({ status }) => status === 200)
    expect(made).toHaveLength(3)
    for (const { status, body } of answers.filter((answer) => answer.status !== 200)) {
      expect([status, body]).toEqual([400, { error: 'ERR_USER_LIMIT', details: { limit: 4 } }])
    }
    expect((await removeUser(made[0]?.body.id, admin.token)).body).toEqual({ message: 'User deleted' })
    expect((await createUser(userBody(), { token: admin.token })).status).toBe(200)
    expect((await createUser(userBody(), { token: admin.token })).status).toBe(400)
    // Refused requests do not keep the claim on the e-mail.
    const free = userBody()
    expect((await createUser(free, { token: admin.token })).status).toBe(400)
    expect((await createUser(free)).status).toBe(200)
  })

  it('take a seat over from a creation that died half-way', async () => {
    const { email } = await addCompany(api, 7, { limits: { users: 2 } })
    const admin = await signIn(api, email, ADMIN.password)
    await api.write('quota-7', 7, {
      type: 'quota.seat-taken.v1',
      data: { kind: 'user', holder: 'user-9001' },
    })
    expect((await createUser(userBody(), { token: admin.token })).status).toBe(200)
    expect((await api.events('user-9001')).map(({ type }) => type)).toEqual(['user.deleted.v1'])
  })

  it('take an e-mail over from a creation that died half-way, and close that for good', async () => {
    const kernel = createKernel({ eventStore: api.eventStore, clock: systemClock, logger: silentLogger })
    const claims = createClaims({ kernel, key: deriveKey(api.secretKey, 'claims') })
    const body = userBody()
    await claims.take('email', [body.email], 'user-9002', metaFor())
    expect((await createUser(body)).status).toBe(200)
    expect((await api.events('user-9002')).map(({ type }) => type)).toEqual(['user.deleted.v1'])
  })

  it('get the claims of a refused edit back', async () => {
    const { email, userId } = await addCompany(api, 10)
    const admin = await signIn(api, email, ADMIN.password)
    const fresh = userBody()
    const demoted = {
      name: 'Bia',
      email: fresh.email,
      profile: 'user',
      password: 'changed',
      currentPassword: ADMIN.password,
    }
    expect((await editUser(userId, demoted, admin.token)).body).toEqual({ error: 'ERR_LAST_ADMIN' })
    await signIn(api, email, ADMIN.password)
    expect((await createUser(fresh)).status).toBe(200)
  })

  it('rule 1: refuse queues and connections of another company, and write no event', async () => {
    const { email } = await addCompany(api, 8)
    const other = await signIn(api, email, ADMIN.password)
    const foreign = await createQueue(other.token)
    const { body: connection } = await api.call(
      'POST',
      '/whatsapp',
      { name: 'Theirs' },
      { token: other.token },
    )
    const before = await api.eventStore.head()
    expect((await createUser(userBody({ queueIds: [foreign] }))).body).toEqual({
      error: 'ERR_QUEUE_NOT_FOUND',
    })
    expect((await createUser(userBody({ whatsappId: connection.id }))).body).toEqual({
      error: 'ERR_NO_WAPP_FOUND',
    })
    expect((await editUser(own, { name: 'Ana', email: ADMIN.email, queueIds: [foreign] })).status).toBe(404)
    expect((await editUser(other.user.id, { name: 'Mine', email: 'm@guiche.test' })).body).toEqual({
      error: 'ERR_NO_USER_FOUND',
    })
    expect((await removeUser(other.user.id)).body).toEqual({ error: 'ERR_NO_USER_FOUND' })
    expect(await api.eventStore.head()).toBe(before)
  })

  it('rule 2: the company is the session’s, in spite of the body', async () => {
    const { status, body } = await createUser({ ...userBody(), companyId: 5, whatsappId: '' })
    expect([status, body.companyId, body.whatsappId]).toEqual([200, 1, null])
  })

  it('rule 3: neither super nor profile by mass assignment', async () => {
    expect((await createUser({ ...userBody(), super: true })).status).toBe(400)
    const body = userBody()
    const { body: user } = await createUser(body)
    const mine = await signIn(api, body.email, 'quiet sea')
    const queueId = await createQueue()
    const greedy = {
      name: 'Renamed',
      email: body.email,
      profile: 'admin',
      queueIds: [queueId],
      allTicket: 'enabled',
    }
    const edited = await editUser(user.id, greedy, mine.token)
    expect(edited.body).toMatchObject({ name: 'Renamed', profile: 'user', queues: [], allTicket: 'desabled' })
    // The session continues, because the change does not affect it.
    expect((await api.call('GET', '/auth/me', undefined, { token: mine.token })).status).toBe(200)
    expect((await editUser(own, { name: 'Hacked', email: 'h@guiche.test' }, mine.token)).status).toBe(403)
    expect((await createUser(userBody(), { token: mine.token })).body).toEqual({ error: 'ERR_NO_PERMISSION' })
    expect((await removeUser(own, mine.token)).status).toBe(403)
  })

  it('rule 3: an admin does not take a super user over', async () => {
    const body = userBody({ profile: 'admin' })
    await createUser(body)
    const admin = await signIn(api, body.email, 'quiet sea')
    const taken = await editUser(own, { name: 'Ana', email: ADMIN.email, password: 'stolen' }, admin.token)
    expect([taken.status, taken.body.error]).toEqual([403, 'ERR_NO_PERMISSION'])
    expect((await removeUser(own, admin.token)).status).toBe(403)
    expect((await api.call('GET', '/auth/me', undefined, { token })).status).toBe(200)
  })

  it('rule 5: a new password or role ends the session at once', async () => {
    const body = userBody()
    const { body: user } = await createUser(body)
    const me = async (as: string) => (await api.call('GET', '/auth/me', undefined, { token: as })).status
    const first = await signIn(api, body.email, 'quiet sea')
    expect(await me(first.token)).toBe(200)
    expect((await editUser(user.id, { ...body, password: 'other' })).status).toBe(200)
    expect(await me(first.token)).toBe(401)
    await expect(signIn(api, body.email, 'quiet sea')).rejects.toThrow('ERR_INVALID_CREDENTIALS')
    const second = await signIn(api, body.email, 'other')
    expect((await editUser(user.id, { ...body, password: '', profile: 'supervisor' })).status).toBe(200)
    expect(await me(second.token)).toBe(401)
  })

  it('change their own password with the current one, in a session that goes on', async () => {
    const body = userBody()
    const { body: user } = await createUser(body)
    const { token: mine } = await signIn(api, body.email, 'quiet sea')
    const change = (more: object) => editUser(user.id, { ...body, password: 'other', ...more }, mine)
    for (const wrong of [{}, { currentPassword: '' }, { currentPassword: 'guess' }]) {
      const refused = await change(wrong)
      expect([refused.status, refused.body]).toEqual([400, { error: 'ERR_WRONG_PASSWORD' }])
    }
    expect((await change({ currentPassword: 'quiet sea' })).status).toBe(200)
    expect((await api.call('GET', '/auth/me', undefined, { token: mine })).status).toBe(200)
    await expect(signIn(api, body.email, 'quiet sea')).rejects.toThrow('ERR_INVALID_CREDENTIALS')
    const later = await signIn(api, body.email, 'other')
    expect((await api.call('GET', '/auth/me', undefined, { token: mine })).status).toBe(401)
    // Without a new password no proof is required.
    expect((await editUser(user.id, { ...body, password: '' }, later.token)).status).toBe(200)
  })

  it('do not guess it faster here than where they sign in', async () => {
    const body = userBody()
    const { body: user } = await createUser(body)
    const { token: mine } = await signIn(api, body.email, 'quiet sea')
    const guess = () => editUser(user.id, { ...body, currentPassword: 'guess' }, mine)
    const answers = await Promise.all(Array.from({ length: 12 }, guess))
    expect(answers.filter(({ status }) => status === 400)).toHaveLength(10)
    expect(answers.filter(({ body }) => body.error === 'ERR_TOO_MANY_REQUESTS')).toHaveLength(2)
    await expect(signIn(api, body.email, 'quiet sea')).rejects.toThrow('ERR_TOO_MANY_REQUESTS')
  })

  it('change their e-mail, and the old one is free', async () => {
    const body = userBody()
    const { body: user } = await createUser(body)
    expect((await editUser(user.id, { name: body.name, email: 'new@guiche.test' })).body.email).toBe(
      'new@guiche.test',
    )
    await expect(signIn(api, body.email, 'quiet sea')).rejects.toThrow('ERR_INVALID_CREDENTIALS')
    await signIn(api, 'new@guiche.test', 'quiet sea')
    expect((await createUser(userBody({ email: body.email }))).status).toBe(200)
    expect((await editUser(user.id, { name: body.name, email: ADMIN.email })).body.error).toBe(
      'ERR_EMAIL_ALREADY_EXISTS',
    )
  })

  it('keep an admin: the last one is neither demoted nor deleted, also of two at once', async () => {
    const { email, userId } = await addCompany(api, 9)
    const one = await signIn(api, email, ADMIN.password)
    const demoted = { name: 'Bia', email, profile: 'user' }
    expect((await editUser(userId, demoted, one.token)).body).toEqual({ error: 'ERR_LAST_ADMIN' })
    const body = userBody({ profile: 'admin' })
    const { body: second } = await createUser(body, { token: one.token })
    const two = await signIn(api, body.email, 'quiet sea')
    const both = await Promise.all([
      editUser(userId, demoted, two.token),
      editUser(second.id, { ...body, profile: 'user' }, one.token),
    ])
    expect(both.map(({ status }) => status).sort()).toEqual([200, 409])
  })

  it('are deleted: session, seat and e-mail are gone, and open tickets wait again', async () => {
    const body = userBody()
    const { body: user } = await createUser(body)
    const mine = await signIn(api, body.email, 'quiet sea')
    const standing = { status: 'open', userId: user.id, queueId: null, connectionId: 3 }
    await api.write('ticket-501', 1, {
      type: 'ticket.opened.v1',
      data: {
        ...{ ticketId: 501, contactId: 601, uuid: '5f1c0f5e-3f0e-4a53-9d0c-0f6f0a8b1c2d' },
        ...{ isGroup: false, imported: false, to: standing },
      },
    })
    expect((await removeUser(own)).body).toEqual({ error: 'ERR_OWN_USER' })
    expect((await removeUser(user.id)).body).toEqual({ message: 'User deleted' })
    expect((await api.call('GET', '/auth/me', undefined, { token: mine.token })).status).toBe(401)
    expect((await api.events('ticket-501')).at(-1)).toMatchObject({
      type: 'ticket.unlinked.v1',
      data: { because: 'user', from: standing, to: { ...standing, status: 'pending', userId: null } },
    })
    await expect(signIn(api, body.email, 'quiet sea')).rejects.toThrow('ERR_INVALID_CREDENTIALS')
    expect((await createUser(userBody({ email: body.email }))).status).toBe(200)
    expect((await removeUser(user.id)).body).toEqual({ error: 'ERR_NO_USER_FOUND' })
  })

  it('need a password, and ids that are numbers', async () => {
    const { password: _, ...without } = userBody()
    expect((await createUser(without)).body).toMatchObject({
      error: 'ERR_VALIDATION',
      details: { field: 'password' },
    })
    expect((await createUser({ ...userBody(), password: 'four' })).status).toBe(400)
    expect((await api.call('DELETE', '/users/1e3', undefined, { token })).status).toBe(400)
    expect((await api.call('DELETE', '/users/%7B%7D', undefined, { token })).status).toBe(400)
  })
})
