import type { TicketRecord } from '@guiche/contracts/views/records.js'
import { describe, expect, it } from '@jest/globals'
import { belongsIn, withTicket } from './lists.js'
import type { Viewer } from './may-open.js'

const ticket = (over: Partial<TicketRecord> = {}): TicketRecord =>
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
    ['own open ones are mine', ticket(), mine, true],
    ["a colleague's are not", ticket({ userId: 8 }), mine, false],
    [
      'nor is a closed one of a colleague',
      ticket({ status: 'closed', userId: 8 }),
      { ...mine, status: 'closed' as const },
      false,
    ],
    ['unless all are shown to an admin', ticket({ userId: 8 }), { ...mine, showAll: true }, true, admin],
    ['who alone may ask for that', ticket({ userId: 8 }), { ...mine, showAll: true }, false],
    ['another status never', ticket({ status: 'closed' }), mine, false],
    ['another queue never', ticket({ queueId: 4 }), { ...mine, queueIds: [3] }, false],
    [
      'own ones without a queue, with every choice',
      ticket({ queueId: null }),
      { ...mine, queueIds: [3] },
      true,
    ],
    [
      'waiting ones of own queues are everybody’s',
      ticket({ status: 'pending', userId: null }),
      waiting,
      true,
    ],
    ['of other queues they are not', ticket({ status: 'pending', userId: null, queueId: 4 }), waiting, false],
    ['one with all tags does', ticket(), { ...mine, tags: [4] }, true],
    ['one that lacks a tag does not', ticket(), { ...mine, tags: [4, 5] }, false],
    ['a snoozed one is out of the list', ticket({ snoozedUntil: 'x' }), { ...mine, snoozed: false }, false],
    ['and in that of snoozed ones', ticket({ snoozedUntil: 'x' }), { ...mine, snoozed: true }, true],
    ['another connection never', ticket(), { ...mine, connections: [2] }, false],
    ['a search is left alone', ticket(), { ...mine, searchParam: 'ana' }, false],
  ])('%s', (_name, given, filter, expected, viewer = agent) => {
    expect(belongsIn(given, filter, viewer)).toBe(expected)
  })
})

describe('a list of tickets', () => {
  const old = ticket({ id: 2, updatedAt: '2026-01-01T09:00:00.000Z' })

  it('moves what changed to its place, newest first', () => {
    const changed = ticket({ id: 2, updatedAt: '2026-01-01T11:00:00.000Z', position: '9' })
    expect(withTicket([ticket(), old], changed, true, { end: null }).map(({ id }) => id)).toEqual([2, 1])
  })

  it('takes out what no longer belongs', () => {
    expect(withTicket([ticket(), old], ticket({ position: '6' }), false, { end: null })).toEqual([old])
  })

  it('ignores what is older than it has', () => {
    expect(
      withTicket([ticket()], ticket({ position: '4', lastMessage: 'old' }), false, { end: null }),
    ).toEqual([ticket()])
  })

  it('never shows a ticket twice', () => {
    expect(withTicket([ticket()], ticket(), true, { end: null })).toHaveLength(1)
  })
})
