import { newUuid } from '@guiche/infra/ids.js'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { messageFrom, newCustomer } from '../testing/customer.js'
import { ADMIN, ANA, BIA, type Desk, FOREIGNER, OTHER_QUEUE, openDesk, QUEUE } from '../testing/desk.js'

let desk: Desk
beforeAll(async () => {
  desk = await openDesk()
})
afterAll(() => desk.close())

/** A ticket of Ana, and a change that each call repeats with the same idempotency key. */
const attendedTicket = async (change: object) => {
  const { ticketId, pn } = await newCustomer(desk)
  const path = `/tickets/${ticketId}`
  await desk.call(ANA, 'PUT', path, { status: 'open' })
  const key = { 'idempotency-key': newUuid() }
  return { path, pn, repeat: () => desk.call(ANA, 'PUT', path, change, key) }
}

describe('a repeated command on a ticket', () => {
  it('shows no later state of a ticket that the caller may not open any more', async () => {
    const { path, repeat } = await attendedTicket({ status: 'pending' })
    expect((await repeat()).status).toBe(200)
    const moved = await desk.call(ADMIN, 'PUT', path, { queueId: OTHER_QUEUE })
    expect(moved.body.queueId).toBe(OTHER_QUEUE)
    const again = await repeat()
    expect([again.status, again.body]).toEqual([202, { id: moved.body.id, hidden: true }])
    await desk.call(ADMIN, 'PUT', path, { queueId: QUEUE })
    const back = await repeat()
    expect([back.status, back.body.queueId]).toEqual([200, QUEUE])
  })

  it('that gave the ticket away is answered as at first; once something happens there, without it', async () => {
    const { repeat, pn } = await attendedTicket({ userId: BIA.userId, queueId: OTHER_QUEUE })
    const first = await repeat()
    const again = await repeat()
    expect([first.status, first.body.userId, first.body.queueId]).toEqual([200, BIA.userId, OTHER_QUEUE])
    expect([again.status, again.body]).toEqual([200, first.body])
    await desk.report(messageFrom(pn, { body: 'só para a Bia' }))
    await desk.shown()
    const later = await repeat()
    expect([later.status, later.body]).toEqual([202, { id: first.body.id, hidden: true }])
    expect(later.headers.get('x-position')).toBe(first.headers.get('x-position'))
  })

  it('shows the present state to users who may open it', async () => {
    const { repeat, pn } = await attendedTicket({ queueId: OTHER_QUEUE })
    await repeat()
    await desk.report(messageFrom(pn, { body: 'mais uma' }))
    await desk.shown()
    expect((await repeat()).body.lastMessage).toBe('mais uma')
  })

  it('a repetition of a deletion gets the first answer; another deletion finds no ticket', async () => {
    const { ticketId } = await newCustomer(desk)
    const remove = (headers = {}) => desk.call(ADMIN, 'DELETE', `/tickets/${ticketId}`, undefined, headers)
    const key = { 'idempotency-key': newUuid() }
    const first = await remove(key)
    const again = await remove(key)
    expect([first.status, first.body]).toEqual([200, { message: 'ticket deleted' }])
    expect([again.status, again.body]).toEqual([200, first.body])
    expect(again.headers.get('x-position')).toBe(first.headers.get('x-position'))
    expect((await remove()).body).toEqual({ error: 'ERR_NO_TICKET_FOUND' })
    expect((await desk.call(FOREIGNER, 'DELETE', `/tickets/${ticketId}`, undefined, key)).status).not.toBe(
      200,
    )
  })

  it('says only that the command is done if the views change while the answer waits', async () => {
    const { path, repeat } = await attendedTicket({ status: 'pending' })
    const first = await repeat()
    const { ticket } = desk.records
    // The views show the ticket's old state when the repetition arrives, and its new state when it is answered.
    const late = { ...first.body, companyId: 1, position: '0'.repeat(20) }
    await desk.call(ADMIN, 'PUT', path, { queueId: OTHER_QUEUE })
    let reads = 0
    desk.records.ticket = async (...asked) => (reads++ === 0 ? late : ticket(...asked))
    const again = await repeat()
    desk.records.ticket = ticket
    expect([again.status, again.body]).toEqual([202, { id: first.body.id }])
  })
})
