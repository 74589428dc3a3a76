import type { TicketRecord } from '@guiche/contracts/views/records.js'
import { describe, expect, it } from '@jest/globals'
import { belongsIn, withTicket } from './lists.js'
import type { Viewer } from './ticket-access.js'

const ticketWith = (over: Partial<TicketRecord> = {}): TicketRecord =>
  ({
    id: 1,
    status: 'open',
    userId: 7,
    queueId: 3,
    tags: [{ id: 4, name: 'Urgente', color: '#112233', TicketTag: { ticketId: 1, tagId: 4 } }],
    unreadMessages: 0,
    whatsappId: 1,
    waitingSince: null,
    snoozedUntil: null,
    updatedAt: '2026-01-01T10:00:00.000Z',
    position: '5',
    ...over,
  }) as TicketRecord
const agent: Viewer = {
  id: 7,
  profile: 'user',
  allTicket: 'desabled',
  queues: [{ id: 3, name: 'Vendas', color: '#112233', UserQueue: { userId: 7, queueId: 3 } }],
}
const admin: Viewer = { ...agent, profile: 'admin' }
const waiting = { status: 'pending', showAll: false, queueIds: null } as const
const mine = { status: 'open', showAll: false, queueIds: null } as const

describe('which list a ticket stands in', () => {
  it.each([
    ['own open ones are mine', ticketWith(), mine, true],
    ["a colleague's are not", ticketWith({ userId: 8 }), mine, false],
    [
      'nor is a closed one of a colleague',
      ticketWith({ status: 'closed', userId: 8 }),
      { ...mine, status: 'closed' as const },
      false,
    ],
    ['unless all are shown to an admin', ticketWith({ userId: 8 }), { ...mine, showAll: true }, true, admin],
    ['who alone may ask for that', ticketWith({ userId: 8 }), { ...mine, showAll: true }, false],
    ['another status never', ticketWith({ status: 'closed' }), mine, false],
    ['another queue never', ticketWith({ queueId: 4 }), { ...mine, queueIds: [3] }, false],
    [
      'own ones without a queue, with every choice',
      ticketWith({ queueId: null }),
      { ...mine, queueIds: [3] },
      true,
    ],
    [
      'waiting ones of own queues are everybody’s',
      ticketWith({ status: 'pending', userId: null }),
      waiting,
      true,
    ],
    [
      'of other queues they are not',
      ticketWith({ status: 'pending', userId: null, queueId: 4 }),
      waiting,
      false,
    ],
    ['one with all tags does', ticketWith(), { ...mine, tags: [4] }, true],
    ['one that lacks a tag does not', ticketWith(), { ...mine, tags: [4, 5] }, false],
    [
      'a snoozed one is out of the list',
      ticketWith({ snoozedUntil: 'x' }),
      { ...mine, snoozed: false },
      false,
    ],
    ['and in that of snoozed ones', ticketWith({ snoozedUntil: 'x' }), { ...mine, snoozed: true }, true],
    ['another connection never', ticketWith(), { ...mine, connections: [2] }, false],
    ['a search is left alone', ticketWith(), { ...mine, searchParam: 'ana' }, false],
  ])('%s', (_name, given, filter, expected, viewer = agent) => {
    expect(belongsIn(given, filter, viewer)).toBe(expected)
  })
})

describe('a list of tickets', () => {
  const old = ticketWith({ id: 2, updatedAt: '2026-01-01T09:00:00.000Z' })

  it('moves a changed ticket to its place, newest first', () => {
    const changed = ticketWith({ id: 2, updatedAt: '2026-01-01T11:00:00.000Z', position: '9' })
    expect(withTicket([ticketWith(), old], changed, true, { end: null }).map(({ id }) => id)).toEqual([2, 1])
  })

  it('removes a ticket that no longer belongs to the list', () => {
    expect(withTicket([ticketWith(), old], ticketWith({ position: '6' }), false, { end: null })).toEqual([
      old,
    ])
  })

  it('ignores frames older than the ticket', () => {
    expect(
      withTicket([ticketWith()], ticketWith({ position: '4', lastMessage: 'old' }), false, { end: null }),
    ).toEqual([ticketWith()])
  })

  it('never shows a ticket twice', () => {
    expect(withTicket([ticketWith()], ticketWith(), true, { end: null })).toHaveLength(1)
  })
})
