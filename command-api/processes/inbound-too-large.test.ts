import { PARKED_REPORTS } from '@guiche/infra/metrics/parked.js'
import { afterAll, expect, it } from '@jest/globals'
import { messageFrom } from '../testing/customer.js'
import { type Desk, openDesk } from '../testing/desk.js'

let desk: Desk
afterAll(() => desk.close())

it('a message that is too large for an event is parked at once, and its chat goes on', async () => {
  desk = await openDesk()
  const pn = '5511987654321'
  // each character is six bytes in JSON
  await desk.report(messageFrom(pn, { body: '\u0001'.repeat(65_536) }))
  await desk.report(messageFrom(pn, { body: 'oi' }))
  expect((await desk.log('message.received')).map(({ data }) => data.body)).toEqual(['oi'])
  expect(await desk.vault.list(PARKED_REPORTS)).toEqual([
    expect.stringMatching(/^parked-report\/1\/[0-9-]+$/),
  ])
})
