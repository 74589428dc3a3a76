import type { TicketMove } from '@guiche/contracts/events/ticket.js'
import { dayAt, isZone } from '@guiche/contracts/local-time.js'
import type { DashboardDayDoc, TicketTimesDoc } from '@guiche/contracts/views/ticket.js'
import {
  createRule,
  type Docs,
  type DocumentWrite,
  declareView,
  type EventOf,
  type Ref,
  type Rule,
  type Rules,
  removeRule,
} from '../engine/projection.js'
import { isAttended } from './imported-history.js'

const DEFAULT_ZONE = 'America/Sao_Paulo'
const DAY_MS = 86_400_000

/**
 * The days that a moment may have in any time zone. All are loaded, because the company's time zone is in a document that
 * is loaded at the same time.
 */
const possibleDays = (time: string): string[] =>
  [-1, 0, 1].map((shift) => new Date(Date.parse(time) + shift * DAY_MS).toISOString().slice(0, 10))

const refsTo = (companyId: number, ticketId: number, time: string): readonly Ref[] => [
  { collection: 'ticket-times', id: String(ticketId) },
  { collection: 'dashboard-zones', id: String(companyId) },
  ...possibleDays(time).map((day): Ref => ({ collection: 'dashboard-days', id: `${companyId}:${day}` })),
]

/** The day of an event, changed. */
const onDay = (
  docs: Docs,
  event: { readonly companyId: number; readonly time: string },
  change: (day: DashboardDayDoc) => DashboardDayDoc,
): DocumentWrite => {
  const zone = docs.get('dashboard-zones', event.companyId)?.timezone ?? DEFAULT_ZONE
  const day = dayAt(zone, Date.parse(event.time))
  const id = `${event.companyId}:${day}`
  const known = docs.get('dashboard-days', id) ?? {
    id,
    companyId: event.companyId,
    day,
    opened: 0,
    finished: 0,
    waitMs: 0,
    waits: 0,
    supportMs: 0,
    supports: 0,
    users: {},
  }
  return { collection: 'dashboard-days', id, doc: change(known) }
}

const countOpened = (day: DashboardDayDoc): DashboardDayDoc => ({ ...day, opened: day.opened + 1 })

/** Milliseconds from one moment to another, null when one of them is missing. */
const millisBetween = (from: string | null, to: string | null): number | null =>
  from === null || to === null ? null : Math.max(0, Date.parse(to) - Date.parse(from))

type FinishedTimes = NonNullable<TicketTimesDoc['finished']>
/** Adds or removes one finished conversation in the counts of its day and its agent. */
const countFinished =
  (by: 1 | -1, { at, userId, ...times }: FinishedTimes) =>
  (day: DashboardDayDoc): DashboardDayDoc => {
    const wait = millisBetween(times.queuedAt, times.startedAt)
    const support = millisBetween(times.startedAt, at)
    const supported = { ms: by * (support ?? 0), count: support === null ? 0 : by }
    const own = day.users[String(userId)] ?? NOTHING_DONE
    return {
      ...day,
      finished: day.finished + by,
      waitMs: day.waitMs + by * (wait ?? 0),
      waits: day.waits + (wait === null ? 0 : by),
      supportMs: day.supportMs + supported.ms,
      supports: day.supports + supported.count,
      users:
        userId === null
          ? day.users
          : {
              ...day.users,
              [String(userId)]: {
                ...own,
                finished: own.finished + by,
                supportMs: own.supportMs + supported.ms,
                supports: own.supports + supported.count,
              },
            },
    }
  }

const NOTHING_DONE: DashboardDayDoc['users'][string] = { finished: 0, supportMs: 0, supports: 0 }

const rated: Rule<'ticket.rated.v1'> = {
  touch: ({ companyId, data, time }) => refsTo(companyId, data.ticketId, time),
  apply: (docs, event) => {
    const { userId, queueId, rating } = event.data
    const whom = `${userId ?? 0}:${queueId ?? 0}`
    return [
      onDay(docs, event, (before) => {
        const [unsatisfied, satisfied, very] = before.ratings?.[whom] ?? [0, 0, 0]
        const given: [number, number, number] = [unsatisfied, satisfied, very]
        given[rating - 1] = (given[rating - 1] ?? 0) + 1
        const day = { ...before, ratings: { ...before.ratings, [whom]: given } }
        if (userId === null) return day
        const own = day.users[String(userId)] ?? NOTHING_DONE
        const counted = { ratings: (own.ratings ?? 0) + 1, rated: (own.rated ?? 0) + rating }
        return { ...day, users: { ...day.users, [String(userId)]: { ...own, ...counted } } }
      }),
    ]
  },
}

const opened: Rule<'ticket.opened.v1'> = {
  touch: ({ companyId, data, time }) => refsTo(companyId, data.ticketId, time),
  apply: (docs, event) => {
    const { data, companyId, time } = event
    const id = String(data.ticketId)
    if (docs.get('ticket-times', id) !== null) return []
    const times: TicketTimesDoc = {
      id,
      companyId,
      queuedAt: data.to.status === 'pending' ? time : null,
      startedAt: data.to.status === 'open' ? time : null,
      status: data.to.status,
      imported: data.imported,
    }
    const written: DocumentWrite = { collection: 'ticket-times', id, doc: times }
    return data.imported ? [written] : [written, onDay(docs, event, countOpened)]
  },
}

/**
 * The clocks of a ticket that stands in `status` from now on. Waiting begins in the queue, support with the agent.
 */
const ticketTimes = (
  { finished: _, ...times }: TicketTimesDoc,
  status: TicketTimesDoc['status'],
  time: string,
): TicketTimesDoc => {
  if (status === times.status) return times
  if (status === 'pending') return { ...times, status, queuedAt: time, startedAt: null }
  if (status === 'open') return { ...times, status, startedAt: time }
  return { ...times, status, queuedAt: null, startedAt: null }
}

/** An imported ticket waited on the phone, not here: like an ordinary ticket, its wait begins now. */
const asOrdinaryTicket = (times: TicketTimesDoc, time: string): TicketTimesDoc => ({
  ...times,
  imported: false,
  queuedAt: times.status === 'pending' ? time : null,
})

/** A ticket goes on. A closed ticket opens a new conversation, and so does attended imported history. */
const moveRule = <T extends TicketMove['type']>(): Rule<T> => ({
  touch: ({ companyId, data, time }) => refsTo(companyId, data.ticketId, time),
  apply: (docs, event) => {
    const id = String(event.data.ticketId)
    const known = docs.get('ticket-times', id)
    if (known === null) return []
    const begins = known.imported && isAttended(event)
    const times = ticketTimes(known, event.data.to.status, event.time)
    const next = begins ? asOrdinaryTicket(times, event.time) : times
    const written: DocumentWrite = { collection: 'ticket-times', id, doc: next }
    const again = !next.imported && known.status === 'closed' && next.status !== 'closed'
    return again || begins ? [written, onDay(docs, event, countOpened)] : [written]
  },
})

/**
 * A contact writes now in a ticket of old messages only. A closed ticket opens a conversation only when the ticket
 * comes back.
 */
const received: Rule<'message.received.v1'> = {
  touch: ({ companyId, data, time }) =>
    data.imported || data.standing === undefined ? [] : refsTo(companyId, data.ticketId, time),
  apply: (docs, event) => {
    const { imported, standing, ticketId } = event.data
    const known = imported ? null : docs.get('ticket-times', ticketId)
    if (!known?.imported || standing?.status !== known.status) return []
    const written: DocumentWrite = {
      collection: 'ticket-times',
      id: known.id,
      doc: asOrdinaryTicket(known, event.time),
    }
    return known.status === 'closed' ? [written] : [written, onDay(docs, event, countOpened)]
  },
}

const closed: Rule<'ticket.closed.v1'> = {
  touch: ({ companyId, data, time }) => refsTo(companyId, data.ticketId, time),
  apply: (docs, event: EventOf<'ticket.closed.v1'>) => {
    const { data, time } = event
    const id = String(data.ticketId)
    const known = docs.get('ticket-times', id)
    if (known === null || known.status === 'closed') return []
    const doc = ticketTimes(known, 'closed', time)
    // a ticket that gave way to another, or whose contact was erased, was not attended to its end
    if (known.imported || data.reason === 'merged' || data.reason === 'erased')
      return [{ collection: 'ticket-times', id, doc }]
    const { queuedAt, startedAt, status } = known
    const finished = { queuedAt, startedAt, status, at: time, userId: data.to.userId ?? data.from.userId }
    return [
      { collection: 'ticket-times', id, doc: { ...doc, finished } },
      onDay(docs, event, countFinished(1, finished)),
    ]
  },
}

/** The undone close did not finish the conversation. If the contact has written since, a new conversation has begun. */
const undone: Rule<'ticket.close-undone.v1'> = {
  touch: moveRule().touch,
  apply: (docs, event) => {
    const known = docs.get('ticket-times', event.data.ticketId)
    if (known?.finished === undefined) return moveRule<'ticket.close-undone.v1'>().apply(docs, event)
    const { finished, ...times } = known
    const { queuedAt, startedAt, status, at } = finished
    return [
      { collection: 'ticket-times', id: known.id, doc: { ...times, queuedAt, startedAt, status } },
      onDay(docs, { companyId: event.companyId, time: at }, countFinished(-1, finished)),
    ]
  },
}

const moves: Rules<TicketMove['type']> = {
  'ticket.accepted.v1': moveRule(),
  'ticket.returned.v1': moveRule(),
  'ticket.transferred.v1': moveRule(),
  'ticket.unlinked.v1': moveRule(),
  'ticket.reopened.v1': moveRule(),
  'ticket.resumed.v1': moveRule(),
  'ticket.closed.v1': closed,
  'ticket.close-undone.v1': undone,
}

/** Figures by day of the company's time zone. Averages are stored as sum and count. Imported history is not counted. */
export const dashboard = declareView({
  name: 'dashboard',
  version: 5,
  collections: [
    { name: 'dashboard-days', indexes: [['companyId', 'day']] },
    { name: 'ticket-times', indexes: [] },
    { name: 'dashboard-zones', indexes: [] },
  ],
  on: {
    'company.registered.v1': createRule(
      'dashboard-zones',
      (event) => event.data.companyId,
      ({ data }) => ({
        id: String(data.companyId),
        companyId: data.companyId,
        timezone: isZone(data.timezone) ? data.timezone : DEFAULT_ZONE,
      }),
    ),
    'ticket.opened.v1': opened,
    ...moves,
    'message.received.v1': received,
    'ticket.rated.v1': rated,
    'ticket.deleted.v1': removeRule('ticket-times', (event) => event.data.ticketId),
  },
})
