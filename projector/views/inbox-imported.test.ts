import { describe, expect, it } from '@jest/globals'
import {
  inboxOf,
  of,
  openAssignment,
  pendingAssignment,
  receiveMessage,
  startTicket,
  ticketIn,
} from '../testing/ticket-log.js'

describe('a ticket of imported history', () => {
  it('is not counted until an agent attends to it', () => {
    const log = startTicket(true)
    expect(inboxOf(log).docs('counters')).toEqual([])
    log.add('ticket.accepted.v1', { ...of, from: pendingAssignment, to: openAssignment })
    expect(ticketIn(log)?.imported).toBe(false)
    expect(
      inboxOf(log)
        .docs('counters')
        .map(({ id, tickets }) => [id, tickets]),
    ).toEqual([['1:open:5:9', 1]])
  })

  it('stays imported when another connection takes it over from a deleted one', () => {
    const log = startTicket(true)
    receiveMessage(log, 'old', { imported: true })
    log.add('ticket.transferred.v1', {
      ...of,
      from: pendingAssignment,
      to: { ...pendingAssignment, connectionId: 4 },
    })
    expect(ticketIn(log)).toMatchObject({ connectionId: 4, imported: true })
    expect(inboxOf(log).docs('counters')).toEqual([])
  })

  it('becomes an ordinary ticket with a live message, even one before the imported ones', () => {
    for (const byMessage of [false, true]) {
      const log = startTicket(true, byMessage)
      receiveMessage(log, 'a')
      expect(ticketIn(log)?.imported).toBe(false)
      expect(inboxOf(log).docs('counters')).toMatchObject([{ id: '1:pending:5:0', tickets: 1 }])
    }
  })
})
