import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { setUp, signIn, startTestApi, type TestApi } from '../testing/api.js'

let api: TestApi
let token: string
beforeAll(async () => {
  api = await startTestApi()
  token = (await setUp(api)).token
})
afterAll(() => api.close())

let count = 0
const userBody = (more: object = {}) => {
  count++
  return { name: `Person ${count}`, email: `entry${count}@guiche.test`, password: 'quiet sea', ...more }
}
const createUser = (body: object) => api.call('POST', '/users', body, { token })
const editUser = (id: number, body: object, as = token) =>
  api.call('PUT', `/users/${id}`, body, { token: as })

describe('an e-mail of one’s own', () => {
  it('changes with the current password alone, so a session that was left open gives no account away', async () => {
    const body = userBody()
    const { body: user } = await createUser(body)
    const { token: mine } = await signIn(api, body.email, body.password)
    const change = (more: object) =>
      editUser(user.id, { name: body.name, email: 'moved@guiche.test', ...more }, mine)
    for (const wrong of [{}, { currentPassword: 'guess' }]) {
      const refused = await change(wrong)
      expect([refused.status, refused.body]).toEqual([400, { error: 'ERR_WRONG_PASSWORD' }])
    }
    // A change of the name needs no password, nor does the same e-mail in another case.
    const named = { name: 'Lia', email: body.email.toUpperCase() }
    expect((await editUser(user.id, named, mine)).status).toBe(200)
    expect((await change({ currentPassword: body.password })).body.email).toBe('moved@guiche.test')
    await signIn(api, 'moved@guiche.test', body.password)
  })
})

describe('a new password', () => {
  it('is no common password, and longer for admins, also for a user who becomes an admin with it', async () => {
    const said = ({ status, body }: { status: number; body: { error?: string } | null }) => [
      status,
      body?.error,
    ]
    expect(said(await createUser(userBody({ password: 'senha123' })))).toEqual([400, 'ERR_PASSWORD_COMMON'])
    expect(said(await createUser(userBody({ password: '      ' })))).toEqual([400, 'ERR_PASSWORD_SHORT'])
    const body = userBody({ password: 'mar-1' })
    const made = await createUser(body)
    expect(made.status).toBe(200)
    const admin = { ...userBody({ password: 'mar-2' }), profile: 'admin' }
    const short = await createUser(admin)
    expect([said(short), short.body.details]).toEqual([[400, 'ERR_PASSWORD_SHORT'], { min: 8 }])
    const promoted = { ...body, profile: 'admin', password: 'mar-3' }
    expect(said(await editUser(made.body.id, promoted))).toEqual([400, 'ERR_PASSWORD_SHORT'])
    expect(said(await editUser(made.body.id, { ...body, password: 'qwerty' }))).toEqual([
      400,
      'ERR_PASSWORD_COMMON',
    ])
    await signIn(api, body.email, 'mar-1')
    expect((await editUser(made.body.id, { ...promoted, password: 'mar-aberto' })).status).toBe(200)
  })
})
