import '@guiche/contracts/testing/with-samples.js'
import { streams } from '@guiche/contracts/streams.js'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { ADMIN, type Desk, FOREIGNER, openDesk } from '../testing/desk.js'
import { deciderOf } from './deciders.js'

let desk: Desk
beforeAll(async () => {
  desk = await openDesk()
  // Super users of two companies.
  for (const who of [ADMIN, FOREIGNER]) desk.sessions.set(who.userId, { ...who, super: true })
})
afterAll(() => desk.close())

const LACKS = { error: 'ERR_NO_PERMISSION' }
const createRecord = (body: object, who = ADMIN, headers = {}) =>
  desk.call(who, 'POST', '/tariffs', body, headers)

describe('a record of the platform', () => {
  it('is there once, whichever super user writes it', async () => {
    const { status, body } = await createRecord({ name: 'Básico', price: 5 })
    expect([status, body]).toEqual([200, expect.objectContaining({ name: 'Básico', price: 5, companyId: 0 })])
    const taken = await createRecord({ name: 'básico' }, FOREIGNER)
    expect([taken.status, taken.body]).toEqual([409, { error: 'ERR_TARIFF_NAME_ALREADY_EXISTS' }])
    const changed = await desk.call(FOREIGNER, 'PUT', `/tariffs/${body.id}`, { name: 'Básico', price: 6 })
    expect(changed.body).toMatchObject({ id: body.id, price: 6, companyId: 0 })
    const events = await desk.log('tariff.')
    expect(events.map(({ stream, companyId, actor }) => [stream, companyId, actor.id])).toEqual([
      [streams.records('tariffs', 0), 0, ADMIN.userId],
      [streams.records('tariffs', 0), 0, FOREIGNER.userId],
    ])
  })

  it('has its place in the log of the platform', async () => {
    const { headers } = await createRecord({ name: 'Pleno' })
    const { position } = (await desk.log('tariff.')).at(-1) ?? {}
    expect(headers.get('x-position')).toBe(`0:${position}`)
  })

  it('is created once by a repetition, and its secret is its own', async () => {
    const headers = { 'idempotency-key': 'platform-1' }
    const first = await createRecord({ name: 'Extra', key: 'sk-1' }, ADMIN, headers)
    const again = await createRecord({ name: 'Extra', key: 'sk-1' }, ADMIN, headers)
    expect(again.body).toEqual(first.body)
    const { state } = await desk.kernel.load(deciderOf('tariff' as never), streams.records('tariffs', 0))
    const key = String(state.records.get(first.body.id)?.key)
    expect((await desk.vault.getMany([key])).get(key)?.value.toString()).toBe('sk-1')
  })

  it('is refused to admins of companies', async () => {
    const [last] = (await desk.log('tariff.')).slice(-1)
    desk.sessions.set(ADMIN.userId, ADMIN)
    expect((await createRecord({ name: 'Meu' })).body).toEqual(LACKS)
    const { tariffId } = last?.data ?? {}
    expect((await desk.call(ADMIN, 'PUT', `/tariffs/${tariffId}`, { name: 'Meu' })).body).toEqual(LACKS)
    expect((await desk.call(ADMIN, 'DELETE', `/tariffs/${tariffId}`)).body).toEqual(LACKS)
    expect((await desk.log('tariff.')).at(-1)?.position).toBe(last?.position)
    expect((await desk.call(FOREIGNER, 'DELETE', `/tariffs/${tariffId}`)).status).toBe(200)
  })
})
