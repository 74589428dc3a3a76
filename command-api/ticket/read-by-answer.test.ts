import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { messageFrom, newCustomer, startHistoryImport } from '../testing/customer.js'
import { ANA, COMPANY, type Desk, openDesk } from '../testing/desk.js'

let desk: Desk
beforeAll(async () => {
  desk = await openDesk({ settings: { sendGreetingAccepted: 'enabled' } })
})
afterAll(() => desk.close())

const countUnread = async (ticketId: number) => (await desk.records.ticket(COMPANY, ticketId))?.unread
const isRead = async (ticketId: number) => {
  while ((await countUnread(ticketId)) !== 0) await new Promise(setImmediate)
}

describe('messages marked as read by an answer', () => {
  it('is everything before it, when a user answers here, and nothing after it', async () => {
    const { pn, ticketId } = await newCustomer(desk)
    await desk.call(ANA, 'PUT', `/tickets/${ticketId}`, { status: 'open' })
    await isRead(ticketId)
    await desk.report(messageFrom(pn), messageFrom(pn))
    await desk.shown()
    expect(await countUnread(ticketId)).toBe(2)
    expect((await desk.call(ANA, 'POST', `/messages/${ticketId}`, { body: 'oi' })).status).toBe(200)
    await isRead(ticketId)
    await desk.report(messageFrom(pn))
    await desk.shown()
    expect(await countUnread(ticketId)).toBe(1)
  })

  it('works also for an answer on our own phone, also in one batch with the message', async () => {
    const { pn, ticketId } = await newCustomer(desk)
    await desk.report(messageFrom(pn), messageFrom(pn, { fromMe: true }))
    await isRead(ticketId)
    const read = (await desk.log('ticket.read')).filter(({ data }) => data.ticketId === ticketId)
    expect(read.flatMap(({ data }) => data.messageIds)).toHaveLength(2)
  })

  it('is nothing when a message is forwarded into the conversation, not even where that accepts it', async () => {
    const source = await newCustomer(desk)
    await desk.call(ANA, 'PUT', `/tickets/${source.ticketId}`, { status: 'open' })
    const { pn, ticketId, contactId } = await newCustomer(desk)
    const forward = async () =>
      (await desk.call(ANA, 'POST', '/message/forward', { messageId: source.messageId, contactId })).status
    expect(await forward()).toBe(200)
    await desk.report(messageFrom(pn))
    expect(await forward()).toBe(200)
    const { pn: other, ticketId: witness } = await newCustomer(desk)
    await desk.report(messageFrom(other, { fromMe: true }))
    await isRead(witness)
    expect(await countUnread(ticketId)).toBe(2)
    expect((await desk.records.ticket(COMPANY, ticketId))?.userId).toBe(ANA.userId)
  })

  it('is nothing when the text is imported or goes out by itself', async () => {
    const { pn, ticketId } = await newCustomer(desk)
    await startHistoryImport(desk)
    await desk.report(messageFrom(pn, { fromMe: true, imported: true }))
    await desk.shown()
    // Once a later message is marked as read, the earlier ones were handled.
    const { pn: other, ticketId: witness } = await newCustomer(desk)
    await desk.report(messageFrom(other, { fromMe: true }))
    await isRead(witness)
    expect(await countUnread(ticketId)).toBe(1)
  })
})
