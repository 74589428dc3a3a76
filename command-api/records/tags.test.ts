import { streams } from '@guiche/contracts/streams.js'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { setUp, startTestApi, type TestApi } from '../testing/api.js'

let api: TestApi
let token: string
let companyId: number
beforeAll(async () => {
  api = await startTestApi()
  const admin = await setUp(api)
  token = admin.token
  companyId = admin.user.companyId
})
afterAll(() => api.close())

const postTag = (body: object, key?: string) =>
  api.call('POST', '/tags', body, { token, ...(key !== undefined && { key }) })
const eventTypes = async () => (await api.events(streams.records('tags', companyId))).map(({ type }) => type)

describe('tags over HTTP', () => {
  it('are created with defaults for absent fields, and shown with their author and count', async () => {
    const { status, body } = await postTag({ name: ' Cliente VIP ' })
    expect([status, body]).toEqual([
      200,
      expect.objectContaining({
        name: 'Cliente VIP',
        color: '#A4CCCC',
        kanban: 0,
        ticketsCount: 0,
        companyId,
        userId: expect.any(Number),
      }),
    ])
  })

  it('existing ones are found by their name, and not created twice', async () => {
    const [one, other] = await Promise.all([postTag({ name: 'Urgente' }), postTag({ name: 'URGENTE' })])
    expect([one.status, other.status]).toEqual([200, 200])
    expect(other.body.id).toBe(one.body.id)
    const before = (await eventTypes()).length
    const again = await postTag({ name: 'urgente', color: '#a4cccc', kanban: false, userId: 77 })
    expect([again.status, again.body.id]).toEqual([200, one.body.id])
    expect((await eventTypes()).length).toBe(before)
    expect((await postTag({ name: 'Urgente', color: '#000000' })).body).toEqual({
      error: 'ERR_TAG_NAME_ALREADY_EXISTS',
    })
  })

  it('have unique names also after a concurrent renaming and creation', async () => {
    const { body } = await postTag({ name: 'Antes', color: '#111111' })
    const rename = () => api.call('PUT', `/tags/${body.id}`, { ...body, name: 'Depois' }, { token })
    const [renamed, made] = await Promise.all([rename(), postTag({ name: 'Depois', color: '#222222' })])
    expect([renamed.status, made.status].sort()).toEqual([200, 409])
  })

  it('are the same one for a repeated command', async () => {
    const first = await postTag({ name: 'Repetida' }, 'once')
    const second = await postTag({ name: 'Repetida' }, 'once')
    expect(second.body).toEqual(first.body)
  })

  it.each([
    [{ name: 'ab' }, 400],
    [{ name: ' ab ' }, 400],
    [{}, 400],
    [{ name: 'abc', kanban: 2 }, 400],
    [{ name: 'abc', companyId: 2 }, 400],
    [{ name: { $ne: 1 } }, 400],
    [{ name: '(.*)+$', kanban: 1 }, 200],
  ])('take or refuse %j: %i', async (body, status) => {
    expect((await postTag(body)).status).toBe(status)
  })

  it('are deleted once, with a word', async () => {
    const { body } = await postTag({ name: 'Passageira' })
    const remove = () => api.call('DELETE', `/tags/${body.id}`, undefined, { token })
    const gone = await remove()
    expect([gone.status, gone.body]).toEqual([200, { message: 'Tag deleted' }])
    expect((await remove()).body).toEqual({ error: 'ERR_NO_TAG_FOUND' })
    expect((await postTag({ name: 'Passageira' })).body.id).not.toBe(body.id)
  })
})
