import { afterEach, expect, it } from '@jest/globals'
import { messageFrom } from '../testing/customer.js'
import { type Desk, openDesk } from '../testing/desk.js'

let desk: Desk
afterEach(() => desk.close())

it('an answer to an advertisement opens a ticket with this origin, another message does not', async () => {
  desk = await openDesk()
  const none = { title: '', text: '', url: '', thumbnail: '', clickId: '', source: 'ctwa_ad' }
  await desk.report(messageFrom('5511987654321', { details: { of: 'ad', ...none } }))
  await desk.report(messageFrom('5511987654322'))
  const opened = await desk.log('ticket.opened')
  expect(opened.map(({ data }) => data.origin)).toEqual(['ad', undefined])
})
