import { describe, expect, it } from '@jest/globals'
import { createLog } from '../testing/events.js'
import { given } from '../testing/given.js'
import { receiveMessage } from '../testing/ticket-log.js'
import { dashboard } from './dashboard.js'

const MINUTE = 60_000
const pending = { status: 'pending', userId: null, queueId: 5, connectionId: 3 } as const
const open = { ...pending, status: 'open', userId: 9 } as const
const closed = { ...open, status: 'closed' } as const
const of = { ticketId: 1, contactId: 2 }

const companyIn = (timezone: string) => {
  const log = createLog()
  log.add('company.registered.v1', {
    companyId: 1,
    name: 'Example',
    email: '',
    phone: '',
    status: true,
    dueDate: null,
    timezone,
    language: 'pt',
    limits: { users: null, connections: null, queues: null },
  })
  return log
}
type Log = ReturnType<typeof createLog>
const timeAt = (time: string) => ({ time: `2026-03-10T${time}.000Z` })
const addOpened = (log: Log, time: string, imported = false) =>
  log.add(
    'ticket.opened.v1',
    { ...of, uuid: '00000000-0000-4000-8000-000000000001', isGroup: false, imported, to: pending },
    timeAt(time),
  )
const addAccepted = (log: Log, time: string) =>
  log.add('ticket.accepted.v1', { ...of, from: pending, to: open }, timeAt(time))
const addClosed = (log: Log, time: string, reason: 'resolved' | 'merged' = 'resolved') =>
  log.add('ticket.closed.v1', { ...of, from: open, to: closed, reason, seen: null }, timeAt(time))
const daysOf = (log: Log) =>
  given(...log.events)
    .into(dashboard)
    .docs('dashboard-days')

describe('a day of the dashboard', () => {
  it('counts opened and finished conversations, waiting and attending times, and agents', () => {
    const log = companyIn('UTC')
    addOpened(log, '12:00:00')
    addAccepted(log, '12:03:00')
    addClosed(log, '12:10:00')
    expect(daysOf(log)).toEqual([
      {
        id: '1:2026-03-10',
        companyId: 1,
        day: '2026-03-10',
        opened: 1,
        finished: 1,
        waitMs: 3 * MINUTE,
        waits: 1,
        supportMs: 7 * MINUTE,
        supports: 1,
        users: { '9': { finished: 1, supportMs: 7 * MINUTE, supports: 1 } },
      },
    ])
  })

  it.each([
    ['America/Sao_Paulo', '2026-03-09'],
    ['Asia/Tokyo', '2026-03-10'],
    ['Pacific/Kiritimati', '2026-03-10'],
    ['Nowhere/Unknown', '2026-03-09'],
  ])('is a local day in %s', (timezone, day) => {
    const log = companyIn(timezone)
    addOpened(log, '02:30:00')
    expect(daysOf(log).map((doc) => doc.day)).toEqual([day])
  })

  it('counts a conversation on the day on which it was finished', () => {
    const log = companyIn('UTC')
    addOpened(log, '23:50:00')
    log.add('ticket.accepted.v1', { ...of, from: pending, to: open }, { time: '2026-03-11T00:10:00.000Z' })
    log.add(
      'ticket.closed.v1',
      { ...of, from: open, to: closed, reason: 'resolved', seen: null },
      { time: '2026-03-11T00:20:00.000Z' },
    )
    expect(daysOf(log)).toMatchObject([
      { day: '2026-03-10', opened: 1, finished: 0, waits: 0 },
      { day: '2026-03-11', opened: 0, finished: 1, waitMs: 20 * MINUTE, supportMs: 10 * MINUTE },
    ])
  })

  it('counts no attending time without an agent', () => {
    const log = companyIn('UTC')
    addOpened(log, '12:00:00')
    addClosed(log, '12:10:00')
    expect(daysOf(log)).toMatchObject([{ finished: 1, waits: 0, supports: 0, supportMs: 0 }])
  })

  it('measures waiting and attending times again after a ticket’s return to the queue', () => {
    const log = companyIn('UTC')
    addOpened(log, '12:00:00')
    addAccepted(log, '12:05:00')
    log.add('ticket.returned.v1', { ...of, from: open, to: pending }, timeAt('12:10:00'))
    addAccepted(log, '12:12:00')
    addClosed(log, '12:15:00')
    expect(daysOf(log)).toMatchObject([{ opened: 1, waitMs: 2 * MINUTE, supportMs: 3 * MINUTE }])
  })

  it('does not count a close that is undone; the conversation continues', () => {
    const log = companyIn('UTC')
    addOpened(log, '23:50:00')
    addAccepted(log, '23:55:00')
    addClosed(log, '23:59:55')
    const undone = { time: '2026-03-11T00:00:01.000Z' }
    log.add('ticket.close-undone.v1', { ...of, from: closed, to: open }, undone)
    expect(daysOf(log)).toMatchObject([
      {
        opened: 1,
        finished: 0,
        waitMs: 0,
        waits: 0,
        supportMs: 0,
        supports: 0,
        users: { '9': { finished: 0 } },
      },
    ])
    const again = { time: '2026-03-11T00:05:00.000Z' }
    log.add('ticket.closed.v1', { ...of, from: open, to: closed, reason: 'resolved', seen: null }, again)
    expect(daysOf(log)).toMatchObject([
      { opened: 1, finished: 0 },
      { opened: 0, finished: 1, waitMs: 5 * MINUTE, supportMs: 10 * MINUTE },
    ])
  })

  it('counts a conversation that the contact began before the close was undone', () => {
    const log = companyIn('UTC')
    addOpened(log, '12:00:00')
    addAccepted(log, '12:05:00')
    addClosed(log, '12:10:00')
    log.add('ticket.resumed.v1', { ...of, from: closed, to: pending }, timeAt('12:10:02'))
    log.add('ticket.close-undone.v1', { ...of, from: pending, to: open }, timeAt('12:10:05'))
    expect(daysOf(log)).toMatchObject([{ opened: 2, finished: 1, supportMs: 5 * MINUTE }])
  })

  it('counts a reopened ticket as another conversation', () => {
    const log = companyIn('UTC')
    addOpened(log, '12:00:00')
    addAccepted(log, '12:01:00')
    addClosed(log, '12:02:00')
    log.add('ticket.resumed.v1', { ...of, from: closed, to: pending }, timeAt('13:00:00'))
    addAccepted(log, '13:01:00')
    addClosed(log, '13:02:00')
    expect(daysOf(log)).toMatchObject([{ opened: 2, finished: 2, waitMs: 2 * MINUTE, supportMs: 2 * MINUTE }])
  })

  it('does not count a ticket that was closed in favour of another as finished', () => {
    const log = companyIn('UTC')
    addOpened(log, '12:00:00')
    addAccepted(log, '12:01:00')
    addClosed(log, '12:02:00', 'merged')
    expect(daysOf(log)).toMatchObject([{ opened: 1, finished: 0, supports: 0 }])
  })

  it('leaves imported history out until an agent attends to the ticket', () => {
    const log = companyIn('UTC')
    addOpened(log, '12:00:00', true)
    expect(daysOf(log)).toEqual([])
    addAccepted(log, '13:00:00')
    addClosed(log, '13:05:00')
    expect(daysOf(log)).toMatchObject([{ opened: 1, finished: 1, waits: 0, supportMs: 5 * MINUTE }])
  })

  describe('with imported history', () => {
    const elsewhere = { ...pending, connectionId: 4 } as const
    const move = (log: Log, type: 'ticket.unlinked.v1' | 'ticket.transferred.v1') =>
      type === 'ticket.unlinked.v1'
        ? log.add(type, { ...of, from: pending, to: pending, because: 'connection' }, timeAt('12:30:00'))
        : log.add(type, { ...of, from: pending, to: elsewhere }, timeAt('12:30:00'))

    it.each(['ticket.unlinked.v1', 'ticket.transferred.v1'] as const)(
      'counts nothing when its connection goes away (%s)',
      (type) => {
        const log = companyIn('UTC')
        addOpened(log, '12:00:00', true)
        move(log, type)
        expect(daysOf(log)).toEqual([])
        addAccepted(log, '13:00:00')
        expect(daysOf(log)).toMatchObject([{ opened: 1 }])
      },
    )

    it('counts nothing if its close is undone', () => {
      const log = companyIn('UTC')
      addOpened(log, '12:00:00', true)
      const gone = { ...pending, status: 'closed' } as const
      const closing = { ...of, from: pending, to: gone, reason: 'resolved', seen: null } as const
      log.add('ticket.closed.v1', closing, timeAt('12:10:00'))
      log.add('ticket.close-undone.v1', { ...of, from: gone, to: pending }, timeAt('12:10:05'))
      expect(daysOf(log)).toEqual([])
    })

    it('counts the conversation that begins with a live message, which waits from then on', () => {
      const log = companyIn('UTC')
      addOpened(log, '12:00:00', true)
      receiveMessage(log, 'old', { imported: true }, timeAt('12:00:01'))
      expect(daysOf(log)).toEqual([])
      receiveMessage(log, 'a', {}, timeAt('13:00:00'))
      receiveMessage(log, 'b', {}, timeAt('13:01:00'))
      expect(daysOf(log)).toMatchObject([{ opened: 1, finished: 0 }])
      addAccepted(log, '13:02:00')
      addClosed(log, '13:05:00')
      expect(daysOf(log)).toMatchObject([
        { opened: 1, finished: 1, waitMs: 2 * MINUTE, waits: 1, supportMs: 3 * MINUTE },
      ])
    })

    it('counts a waiting ticket that is resolved after a live message', () => {
      const log = companyIn('UTC')
      addOpened(log, '12:00:00', true)
      receiveMessage(log, 'a', {}, timeAt('13:00:00'))
      addClosed(log, '13:05:00')
      expect(daysOf(log)).toMatchObject([{ opened: 1, finished: 1, waits: 0, supports: 0 }])
    })

    it('measures waiting from its assignment to a queue', () => {
      const log = companyIn('UTC')
      addOpened(log, '12:00:00', true)
      const to = { ...pending, queueId: 6 }
      log.add('ticket.transferred.v1', { ...of, from: pending, to }, timeAt('13:00:00'))
      addAccepted(log, '13:02:00')
      addClosed(log, '13:05:00')
      expect(daysOf(log)).toMatchObject([{ opened: 1, waitMs: 2 * MINUTE, waits: 1 }])
    })
  })
})
