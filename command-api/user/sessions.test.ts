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
const someone = async (more: object = {}) => {
  const email = `person${++count}@guiche.test`
  const wanted = { name: 'Bia', email, password: 'quiet sea', ...more }
  const { body } = await api.call('POST', '/users', wanted, { token })
  return { id: Number(body.id), ...(await signIn(api, email, 'quiet sea')) }
}
const end = (id: number, as: string) => api.call('DELETE', `/users/${id}/sessions`, undefined, { token: as })
const me = async (as: string) => (await api.call('GET', '/auth/me', undefined, { token: as })).status

describe('the sessions of a user', () => {
  it('are ended by the user, at once, and by admins, which is told', async () => {
    const reason = async (id: number) => (await api.events(`user-${id}`)).at(-1)?.data.reason
    const bia = await someone()
    expect((await end(bia.id, bia.token)).status).toBe(200)
    expect([await me(bia.token), await reason(bia.id)]).toEqual([401, 'logout'])
    const ana = await someone()
    expect((await end(ana.id, token)).status).toBe(200)
    expect([await me(ana.token), await reason(ana.id)]).toEqual([401, 'admin'])
    // The session has already ended.
    expect((await end(ana.id, token)).status).toBe(200)
    expect(await me(token)).toBe(200)
  })

  it('are nobody else’s to end', async () => {
    const [bia, ana] = [await someone(), await someone()]
    expect((await end(ana.id, bia.token)).status).toBe(403)
    const { userId } = await addCompany(api, 9)
    expect((await end(userId, token)).body.error).toBe('ERR_NO_USER_FOUND')
    expect(await me(ana.token)).toBe(200)
  })

  it('rule 3: of a super user are ended by super users alone', async () => {
    const admin = await someone({ profile: 'admin' })
    const refused = await end(own, admin.token)
    expect([refused.status, refused.body.error]).toEqual([403, 'ERR_NO_PERMISSION'])
    expect(await me(token)).toBe(200)
    expect((await end(own, token)).status).toBe(200)
    expect(await me(token)).toBe(401)
  })
})
