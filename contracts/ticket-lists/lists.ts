import type { Visibility } from '../bus/changes.js'
import type { TicketStatus } from '../events/ticket.js'
import type { Caller } from '../users/permissions.js'
import type { TicketDoc } from '../views/ticket.js'
import { FILTER_NAMES, type FilterValues, isSearch, narrowMatch } from './filters.js'
import { fulfilsMatch, type ListedTicket, type OtherConditions, type TicketMatch } from './match.js'

export type ListReader = Pick<Caller, 'userId' | 'companyId' | 'profile' | 'allTicket' | 'queueIds'>

/** A list of tickets. */
export interface TicketList extends FilterValues {
  readonly status?: TicketStatus | null
  /** a search in all tickets that the reader may open, not in one tab */
  readonly wide?: boolean
  /** further conditions that only the server can check */
  readonly and?: OtherConditions
}

/** The tickets that a reader may open (mayOpenTicket), as alternatives. */
const visibleTickets = (reader: ListReader): TicketMatch[] => {
  if (reader.profile === 'admin') return [{}]
  const matches: TicketMatch[] = [{ userId: reader.userId }]
  if (reader.queueIds.length > 0) matches.push({ queueId: { in: reader.queueIds } })
  if (reader.allTicket) matches.push({ status: 'pending', userId: null, queueId: null })
  return matches
}

/**
 * Tickets of a tab. Attended tickets: the reader's own, or everybody's for an admin who asks. Waiting
 * tickets: of the reader's queues. Without a tab: the reader's own open tickets, and waiting tickets.
 */
const tabConditions = (reader: ListReader, status: TicketStatus | null, showAll: boolean): TicketMatch[] => {
  if (reader.profile === 'admin' && showAll) return [{}]
  if (status === 'open' || status === 'closed') return [{ userId: reader.userId }]
  const waiting = visibleTickets(reader).map((match): TicketMatch => ({ ...match, status: 'pending' }))
  return status === 'pending' ? waiting : [{ status: 'open', userId: reader.userId }, ...waiting]
}

const withStatus = (match: TicketMatch, status: TicketStatus | null): TicketMatch[] => {
  if (status === null) return [match]
  return match.status === undefined || match.status === status ? [{ ...match, status }] : []
}

/** The tickets of a list as alternative conditions; an empty list has no alternative. */
export const matchesOf = (reader: ListReader, list: TicketList): TicketMatch[] => {
  const { status = null, showAll = false, wide = false, and } = list
  const isWide = wide || (status === null && isSearch(list))
  const base = isWide ? visibleTickets(reader) : tabConditions(reader, status, showAll)
  return FILTER_NAMES.reduce(
    (matches, name) => matches.flatMap((match) => narrowMatch(name, list, match)),
    base.flatMap((match) => withStatus(match, status)),
  ).map((match) => ({ ...match, ...and }))
}

/** Whether a ticket is in a reader's list. Filters by day count as fulfilled (see `isDated`). */
export const inList = (ticket: ListedTicket, list: TicketList, reader: ListReader): boolean =>
  ticket.companyId === reader.companyId &&
  matchesOf(reader, list).some((match) => fulfilsMatch(ticket, match))

/** Fields of a ticket for rights and counters. */
export type TicketPlace = Pick<
  TicketDoc,
  'companyId' | 'status' | 'userId' | 'queueId' | 'snoozedUntil' | 'imported'
>

/** The standing of a ticket before a change; null for a new ticket. */
export const placeBefore = (companyId: number, before: Visibility | null): TicketPlace | null =>
  before === null
    ? null
    : {
        companyId,
        status: before.status ?? 'open',
        userId: before.userId ?? null,
        queueId: before.queueId ?? null,
        snoozedUntil: before.snoozedUntil ?? null,
        imported: before.imported ?? false,
      }

/**
 * Whether a change leaves a ticket in the same lists and maintained badges. Filters with badges of kind
 * `counted` do not matter.
 */
export const sameLists = (before: TicketPlace | null, now: TicketPlace): boolean =>
  before?.status === now.status &&
  before.userId === now.userId &&
  before.queueId === now.queueId &&
  !before.snoozedUntil === !now.snoozedUntil &&
  before.imported === now.imported
