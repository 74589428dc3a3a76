import { describe, expect, it } from '@jest/globals'
import { closed, type Log, of, open, pending, receive, start, ticket } from '../testing/ticket-log.js'

describe('a field that is set', () => {
  const set = (log: Log, priority: 'normal' | 'urgent') =>
    log.add('ticket.priority-set.v1', { ...of, priority })

  it('changes nothing else of the ticket, in whatever state it is', () => {
    const attended = start()
    attended.add('ticket.accepted.v1', { ...of, from: pending, to: open })
    const snoozed = start()
    snoozed.add('ticket.accepted.v1', { ...of, from: pending, to: open })
    snoozed.add('ticket.snoozed.v1', { ...of, until: '2030-01-01T00:00:00.000Z' })
    const closedLog = start()
    closedLog.add('ticket.closed.v1', { ...of, from: pending, to: closed, reason: 'resolved', seen: null })
    for (const log of [start(), start(true), attended, snoozed, closedLog]) {
      const before = ticket(log)
      expect(before).toMatchObject({ priority: 'normal', urgency: 2 })
      const { position } = set(log, 'urgent')
      expect(ticket(log)).toEqual({ ...before, priority: 'urgent', urgency: 0, position })
    }
  })

  it('is there when the ticket is shown first', () => {
    const log = start(false, true)
    set(log, 'urgent')
    expect(ticket(log)).toBeNull()
    receive(log, 'a')
    expect(ticket(log)).toMatchObject({ priority: 'urgent', urgency: 0 })
  })
})
