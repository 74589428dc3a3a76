import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { addCompany, setUp, signIn, startTestApi, type TestApi } from '../testing/api.js'

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
const createUser = async (more: object = {}) => {
  const email = `person${++count}@guiche.test`
  const wanted = { name: 'Bia', email, password: 'quiet sea', ...more }
  const { body } = await api.call('POST', '/users', wanted, { token })
  return { id: Number(body.id), ...(await signIn(api, email, 'quiet sea')) }
}
const endSessions = (id: number, as: string) =>
  api.call('DELETE', `/users/${id}/sessions`, undefined, { token: as })
const statusOfMe = async (as: string) => (await api.call('GET', '/auth/me', undefined, { token: as })).status

describe('the sessions of a user', () => {
  it('are ended by the user, at once, and by admins, which the event names', async () => {
    const reason = async (id: number) => (await api.events(`user-${id}`)).at(-1)?.data.reason
    const bia = await createUser()
    expect((await endSessions(bia.id, bia.token)).status).toBe(200)
    expect([await statusOfMe(bia.token), await reason(bia.id)]).toEqual([401, 'logout'])
    const ana = await createUser()
    expect((await endSessions(ana.id, token)).status).toBe(200)
    expect([await statusOfMe(ana.token), await reason(ana.id)]).toEqual([401, 'admin'])
    // The session has already ended.
    expect((await endSessions(ana.id, token)).status).toBe(200)
    expect(await statusOfMe(token)).toBe(200)
  })

  it('cannot be ended by other users', async () => {
    const [bia, ana] = [await createUser(), await createUser()]
    expect((await endSessions(ana.id, bia.token)).status).toBe(403)
    const { userId } = await addCompany(api, 9)
    expect((await endSessions(userId, token)).body.error).toBe('ERR_NO_USER_FOUND')
    expect(await statusOfMe(ana.token)).toBe(200)
  })

  it('rule 3: of a super user are ended by super users alone', async () => {
    const admin = await createUser({ profile: 'admin' })
    const refused = await endSessions(own, admin.token)
    expect([refused.status, refused.body.error]).toEqual([403, 'ERR_NO_PERMISSION'])
    expect(await statusOfMe(token)).toBe(200)
    expect((await endSessions(own, token)).status).toBe(200)
    expect(await statusOfMe(token)).toBe(401)
  })
})
