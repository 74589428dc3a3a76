import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { type Desk, openDesk } from '../testing/desk.js'

let desk: Desk
beforeAll(async () => {
  desk = await openDesk()
})
afterAll(() => desk?.close())

describe('settings of the platform', () => {
  const read = (key: string) => desk.get<{ value: string; error: string }>(null, `/settings/${key}`)

  it('that are public are read by everybody, as they are or by default', async () => {
    const of = async (key: string) => (await read(key)).body
    expect(await of('trial')).toEqual({ id: 0, key: 'trial', value: '3', companyId: 0 })
    await desk.happen(0, 'settings-0', 'setting.changed.v1', { key: 'allowregister', value: 'enabled' })
    await desk.settled()
    expect([(await of('allowregister')).value, (await of('viewregister')).value]).toEqual([
      'enabled',
      'disabled',
    ])
  })

  it.each(['embeddedN8n', 'userRating', 'asaas', 'tokenixc', 'constructor', '__proto__'])(
    'and no other one: %s',
    async (key) => {
      const answer = await read(key)
      expect([400, 404]).toContain(answer.status)
    },
  )
})
