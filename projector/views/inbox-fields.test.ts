import { describe, expect, it } from '@jest/globals'
import {
  closedAssignment,
  type Log,
  of,
  openAssignment,
  pendingAssignment,
  receiveMessage,
  startTicket,
  ticketIn,
} from '../testing/ticket-log.js'

describe('a ticket field that is set', () => {
  const set = (log: Log, priority: 'normal' | 'urgent') =>
    log.add('ticket.priority-set.v1', { ...of, priority })

  it('changes no other data of the ticket, in any state', () => {
    const attended = startTicket()
    attended.add('ticket.accepted.v1', { ...of, from: pendingAssignment, to: openAssignment })
    const snoozed = startTicket()
    snoozed.add('ticket.accepted.v1', { ...of, from: pendingAssignment, to: openAssignment })
    snoozed.add('ticket.snoozed.v1', { ...of, until: '2030-01-01T00:00:00.000Z' })
    const closedLog = startTicket()
    closedLog.add('ticket.closed.v1', {
      ...of,
      from: pendingAssignment,
      to: closedAssignment,
      reason: 'resolved',
      seen: null,
    })
    for (const log of [startTicket(), startTicket(true), attended, snoozed, closedLog]) {
      const before = ticketIn(log)
      expect(before).toMatchObject({ priority: 'normal', urgency: 2 })
      const { position } = set(log, 'urgent')
      expect(ticketIn(log)).toEqual({ ...before, priority: 'urgent', urgency: 0, position })
    }
  })

  it('is present when the ticket first appears', () => {
    const log = startTicket(false, true)
    set(log, 'urgent')
    expect(ticketIn(log)).toBeNull()
    receiveMessage(log, 'a')
    expect(ticketIn(log)).toMatchObject({ priority: 'urgent', urgency: 0 })
  })
})
