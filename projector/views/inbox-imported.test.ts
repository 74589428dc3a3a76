import { describe, expect, it } from '@jest/globals'
import { of, open, pending, receive, start, ticket, view } from '../testing/ticket-log.js'

describe('a ticket of imported history', () => {
  it('is not counted until somebody attends to it', () => {
    const log = start(true)
    expect(view(log).docs('counters')).toEqual([])
    log.add('ticket.accepted.v1', { ...of, from: pending, to: open })
    expect(ticket(log)?.imported).toBe(false)
    expect(
      view(log)
        .docs('counters')
        .map(({ id, tickets }) => [id, tickets]),
    ).toEqual([['1:open:5:9', 1]])
  })

  it('stays that when its connection is deleted and another one takes it over', () => {
    const log = start(true)
    receive(log, 'old', { imported: true })
    log.add('ticket.transferred.v1', { ...of, from: pending, to: { ...pending, connectionId: 4 } })
    expect(ticket(log)).toMatchObject({ connectionId: 4, imported: true })
    expect(view(log).docs('counters')).toEqual([])
  })

  it('is an ordinary one with a live message, also one that comes before the old ones', () => {
    for (const byMessage of [false, true]) {
      const log = start(true, byMessage)
      receive(log, 'a')
      expect(ticket(log)?.imported).toBe(false)
      expect(view(log).docs('counters')).toMatchObject([{ id: '1:pending:5:0', tickets: 1 }])
    }
  })
})
