import { TICKET_STATUSES, type TicketStatus } from '@guiche/contracts/events/ticket.js'
import type { Caller } from '@guiche/contracts/permissions.js'
import type { CounterDoc, TicketDoc } from '@guiche/contracts/views/ticket.js'
import type { Condition, Scalar, Where } from '@guiche/infra/read-store/read-store.js'

type Reader = Pick<Caller, 'userId' | 'companyId' | 'profile' | 'allTicket' | 'queueIds'>
type AnyOf = number | null | { readonly in: readonly number[] }

interface Assigned {
  readonly status?: TicketStatus
  readonly userId?: AnyOf
  readonly queueId?: AnyOf
}
type Others = { readonly [F in Exclude<keyof TicketDoc, keyof Assigned>]?: Condition }
/** Conditions on the fields of a ticket, all of which hold. */
export type TicketMatch = Assigned & Others

export interface TicketFilter {
  readonly status: TicketStatus | null
  readonly showAll: boolean
  /** the queues chosen in the inbox; null = all. Tickets without a queue are shown with every choice */
  readonly queueIds: readonly number[] | null
  readonly users: readonly number[] | null
  /** what else must hold */
  readonly and: Others
  /** searching looks at everything that the reader may open, not at one tab */
  readonly wide: boolean
}

/** What a reader may open (mayOpenTicket) as alternatives. */
const visible = (reader: Reader): TicketMatch[] => {
  if (reader.profile === 'admin') return [{}]
  const matches: TicketMatch[] = [{ userId: reader.userId }]
  if (reader.queueIds.length > 0) matches.push({ queueId: { in: reader.queueIds } })
  if (reader.allTicket) matches.push({ status: 'pending', userId: null, queueId: null })
  return matches
}

/**
 * What a tab shows: attended tickets are one's own, or everybody's for an admin who asks; pending ones are the queues'.
 * Without a tab it is what waits for the reader: own open ones and pending ones.
 */
const tab = (reader: Reader, status: TicketStatus | null, showAll: boolean): TicketMatch[] => {
  if (reader.profile === 'admin' && showAll) return [{}]
  if (status === 'open' || status === 'closed') return [{ userId: reader.userId }]
  const waiting = visible(reader).map((match): TicketMatch => ({ ...match, status: 'pending' }))
  return status === 'pending' ? waiting : [{ status: 'open', userId: reader.userId }, ...waiting]
}

const withStatus = (match: TicketMatch, status: TicketStatus | null): TicketMatch[] => {
  if (status === null) return [match]
  return match.status === undefined || match.status === status ? [{ ...match, status }] : []
}

const withQueues = (match: TicketMatch, chosen: readonly number[] | null): TicketMatch[] => {
  const own = match.queueId
  if (chosen === null || own === null) return [match]
  const both = own === undefined ? chosen : chosen.filter((id) => fits(own, id))
  const narrowed: TicketMatch[] = both.length > 0 ? [{ ...match, queueId: { in: both } }] : []
  return own === undefined ? [...narrowed, { ...match, queueId: null }] : narrowed
}

const withUsers = (match: TicketMatch, users: readonly number[] | null): TicketMatch[] => {
  if (users === null || users.length === 0) return [match]
  if (match.userId === undefined) return [{ ...match, userId: { in: users } }]
  return typeof match.userId === 'number' && users.includes(match.userId) ? [match] : []
}

/** The tickets that a reader sees under a filter, as alternatives; none at all is an empty list. */
export const ticketScope = (reader: Reader, filter: TicketFilter): TicketMatch[] => {
  const base = filter.wide ? visible(reader) : tab(reader, filter.status, filter.showAll)
  return base
    .flatMap((match) => withStatus(match, filter.status))
    .flatMap((match) => withQueues(match, filter.queueIds))
    .flatMap((match) => withUsers(match, filter.users))
    .map((match) => ({ ...match, ...filter.and }))
}

const fits = (condition: Condition, value: Scalar | readonly Scalar[]): boolean => {
  if (condition === null || typeof condition !== 'object') return condition === value
  if ('in' in condition) return condition.in.includes(value as Scalar)
  if ('has' in condition) {
    const held = Array.isArray(value) ? value : []
    return [condition.has].flat().every((wanted) => held.includes(wanted))
  }
  if ('gt' in condition) return (value ?? 0) > (condition.gt ?? 0)
  if ('from' in condition)
    return (value ?? '') >= (condition.from ?? '') && (value ?? '') <= (condition.to ?? '')
  throw new Error(`no list of tickets asks for ${JSON.stringify(condition)}`)
}

/** Whether a ticket, or a counter of tickets, fulfils the conditions. */
export const fulfils = (doc: object, match: TicketMatch): boolean =>
  Object.entries(match).every(([field, condition]) =>
    fits(condition, (doc as Readonly<Record<string, Scalar>>)[field] ?? null),
  )

/** As a question to the read store. */
export const whereOf = (companyId: number, match: TicketMatch): Where => ({
  companyId,
  // indexes of people's and queues' tickets begin with the status: without one, all of them are asked for
  ...(match.userId === undefined && match.queueId === undefined ? {} : { status: { in: TICKET_STATUSES } }),
  ...match,
})

/** Sum of the counters that fulfil one of these; each counter once. */
export const total = (matches: readonly TicketMatch[], counters: readonly CounterDoc[]): number =>
  counters
    .filter((counter) => matches.some((match) => fulfils(counter, match)))
    .reduce((sum, counter) => sum + counter.tickets, 0)
