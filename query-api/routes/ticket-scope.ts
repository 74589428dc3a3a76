import { TICKET_STATUSES, type TicketStatus } from '@guiche/contracts/events/ticket.js'
import type { Caller } from '@guiche/contracts/permissions.js'
import type { CounterDoc, TicketDoc } from '@guiche/contracts/views/ticket.js'
import type { Condition, Where } from '@guiche/infra/read-store/read-store.js'

type Reader = Pick<Caller, 'userId' | 'companyId' | 'profile' | 'allTicket' | 'queueIds'>
/** a list: any of these; null: none is set */
type OneOf = number | null | readonly number[]
const listOf = (value: number | readonly number[]): readonly number[] =>
  typeof value === 'number' ? [value] : value

/** From the first moment to the last, both inclusive, ISO times. */
export interface Period {
  readonly from: string
  readonly to: string
}

/** Tickets that stand like this; a field that is absent fits everything, a list any of it. */
export interface Standing {
  readonly status?: TicketStatus
  readonly userId?: OneOf
  readonly queueId?: OneOf
  readonly unread?: true
  readonly createdAt?: Period
  readonly updatedAt?: Period
}

export interface TicketFilter {
  readonly status: TicketStatus | null
  readonly showAll: boolean
  /** the queues chosen in the inbox; null = all. Queue-less tickets are shown with every choice */
  readonly queueIds: readonly number[] | null
  readonly users: readonly number[] | null
  readonly unread: boolean
  readonly createdAt: Period | null
  readonly updatedAt: Period | null
  /** searching looks at everything that the reader may open, not at one tab */
  readonly wide: boolean
}

/** What a reader may open (mayOpenTicket) as standings. */
const visible = (reader: Reader): Standing[] => {
  if (reader.profile === 'admin') return [{}]
  const standings: Standing[] = [{ userId: reader.userId }]
  if (reader.queueIds.length > 0) standings.push({ queueId: reader.queueIds })
  if (reader.allTicket) standings.push({ status: 'pending', userId: null, queueId: null })
  return standings
}

/**
 * What a tab shows: attended tickets are one's own, or everybody's for an admin who asks; pending ones are the queues'.
 * Without a tab it is what waits for the reader: own open ones and pending ones.
 */
const tab = (reader: Reader, status: TicketStatus | null, showAll: boolean): Standing[] => {
  if (reader.profile === 'admin' && showAll) return [{}]
  if (status === 'open' || status === 'closed') return [{ userId: reader.userId }]
  const waiting = visible(reader).map((standing): Standing => ({ ...standing, status: 'pending' }))
  return status === 'pending' ? waiting : [{ status: 'open', userId: reader.userId }, ...waiting]
}

const withStatus = (standing: Standing, status: TicketStatus | null): Standing[] => {
  if (status === null) return [standing]
  return standing.status === undefined || standing.status === status ? [{ ...standing, status }] : []
}

const withQueues = (standing: Standing, chosen: readonly number[] | null): Standing[] => {
  const own = standing.queueId
  if (chosen === null || own === null) return [standing]
  const both = own === undefined ? chosen : chosen.filter((id) => listOf(own).includes(id))
  const narrowed: Standing[] = both.length > 0 ? [{ ...standing, queueId: both }] : []
  return own === undefined ? [...narrowed, { ...standing, queueId: null }] : narrowed
}

const withUsers = (standing: Standing, users: readonly number[] | null): Standing[] => {
  if (users === null || users.length === 0) return [standing]
  if (standing.userId === undefined) return [{ ...standing, userId: users }]
  return typeof standing.userId === 'number' && users.includes(standing.userId) ? [standing] : []
}

/** The tickets that a reader sees under a filter, as alternatives; none at all is an empty list. */
export const ticketScope = (reader: Reader, filter: TicketFilter): Standing[] => {
  const base = filter.wide ? visible(reader) : tab(reader, filter.status, filter.showAll)
  return base
    .flatMap((standing) => withStatus(standing, filter.status))
    .flatMap((standing) => withQueues(standing, filter.queueIds))
    .flatMap((standing) => withUsers(standing, filter.users))
    .map((standing) => ({
      ...standing,
      ...(filter.unread ? { unread: true as const } : {}),
      ...(filter.createdAt === null ? {} : { createdAt: filter.createdAt }),
      ...(filter.updatedAt === null ? {} : { updatedAt: filter.updatedAt }),
    }))
}

const among = (allowed: OneOf | undefined, value: number | null): boolean => {
  if (allowed === undefined) return true
  if (allowed === null || typeof allowed === 'number') return allowed === value
  return value !== null && allowed.includes(value)
}
const within = (period: Period | undefined, time: string): boolean =>
  period === undefined || (time >= period.from && time <= period.to)

/** Whether a ticket, or a counter of tickets, stands like this. */
export const stands = (
  standing: Standing,
  doc: Pick<TicketDoc, 'status' | 'userId' | 'queueId'> &
    Partial<Pick<TicketDoc, 'unread' | 'createdAt' | 'updatedAt'>>,
): boolean =>
  (standing.status === undefined || standing.status === doc.status) &&
  among(standing.userId, doc.userId) &&
  among(standing.queueId, doc.queueId) &&
  (standing.unread === undefined || (doc.unread ?? 0) > 0) &&
  within(standing.createdAt, doc.createdAt ?? '') &&
  within(standing.updatedAt, doc.updatedAt ?? '')

const condition = (value: OneOf): Condition =>
  value === null || typeof value === 'number' ? value : { in: value }

const period = (value: Period): Condition => ({ from: value.from, to: value.to })

/** Indexes of people's and queues' tickets begin with the status: without one, all of them are asked for. */
const statusOf = ({ status, userId, queueId }: Standing): { status?: Condition } => {
  if (status !== undefined) return { status }
  return userId === undefined && queueId === undefined ? {} : { status: { in: TICKET_STATUSES } }
}

/** A standing as a question to the read store. */
export const whereOf = (companyId: number, standing: Standing): Where => ({
  companyId,
  ...statusOf(standing),
  ...(standing.userId === undefined ? {} : { userId: condition(standing.userId) }),
  ...(standing.queueId === undefined ? {} : { queueId: condition(standing.queueId) }),
  ...(standing.unread === undefined ? {} : { unread: { gt: 0 } }),
  ...(standing.createdAt === undefined ? {} : { createdAt: period(standing.createdAt) }),
  ...(standing.updatedAt === undefined ? {} : { updatedAt: period(standing.updatedAt) }),
})

/** Sum of the counters that stand like one of these; each counter once. */
export const total = (standings: readonly Standing[], counters: readonly CounterDoc[]): number =>
  counters
    .filter((counter) => standings.some((standing) => stands(standing, counter)))
    .reduce((sum, counter) => sum + counter.tickets, 0)
