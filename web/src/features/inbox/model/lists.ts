import { urgencyOf } from '@guiche/contracts/priority.js'
import type { TicketRecord } from '@guiche/contracts/views/records.js'
import type { TicketFilter, TicketPage } from '../api.js'
import { mayOpen, type Viewer } from './may-open.js'

type Order = TicketFilter['order']

/** Whether more than queues narrows a list: then the server's maintained numbers do not say what it holds. */
export const isNarrowed = (
  filter: Pick<
    TicketFilter,
    'users' | 'tags' | 'connections' | 'priorities' | 'withUnread' | 'fromAd' | 'from' | 'to'
  >,
) =>
  [filter.users, filter.tags, filter.connections, filter.priorities].some((ids) => (ids?.length ?? 0) > 0) ||
  filter.withUnread === true ||
  filter.fromAd === true ||
  isDated(filter)

/** Whether days narrow a list. They are the company's, so only the server knows what belongs to them. */
export const isDated = ({ from, to }: Pick<TicketFilter, 'from' | 'to'>): boolean =>
  from !== undefined || to !== undefined

/** Whether a ticket stands in a list, by all that narrows it but its days. */
export const belongsIn = (ticket: TicketRecord, filter: TicketFilter, viewer: Viewer): boolean => {
  if (filter.searchParam !== undefined || ticket.status !== filter.status) return false
  if (filter.snoozed !== undefined && filter.snoozed !== (ticket.snoozedUntil !== null)) return false
  if (filter.withUnread && ticket.unreadMessages === 0) return false
  if (filter.fromAd && ticket.origin === null) return false
  if (filter.users !== undefined && filter.users.length > 0) {
    if (ticket.userId === null || !filter.users.includes(ticket.userId)) return false
  }
  if (filter.connections !== undefined && filter.connections.length > 0) {
    if (!filter.connections.includes(ticket.whatsappId)) return false
  }
  if (filter.priorities !== undefined && filter.priorities.length > 0) {
    if (!filter.priorities.includes(ticket.priority)) return false
  }
  if (filter.tags?.some((tag) => ticket.tags.every(({ id }) => id !== tag))) return false
  // those without a queue stand in every choice of queues
  if (filter.queueIds !== null && ticket.queueId !== null && !filter.queueIds.includes(ticket.queueId))
    return false
  // what a command of ours has moved away is answered with it as well
  if (!mayOpen(viewer, ticket)) return false
  if (filter.status === 'pending' || (filter.showAll && viewer.profile === 'admin')) return true
  return ticket.userId === viewer.id
}

/** The place of a ticket in the order of a list, which is the server's: ids break ties, as text. */
export interface Place {
  readonly at: string
  readonly id: string
}
const placeOf = (ticket: TicketRecord, order: Order): Place => ({
  at: order === 'waiting' ? `${urgencyOf(ticket.priority)} ${ticket.waitingSince ?? ''}` : ticket.updatedAt,
  id: String(ticket.id),
})
const isBehind = (a: Place, b: Place, order: Order): boolean => {
  const rises = a.at === b.at ? a.id > b.id : a.at > b.at
  return order === 'waiting' ? rises : !rises && (a.at !== b.at || a.id !== b.id)
}

/** The tickets of all pages in one row. One that moved while a page was on its way stands in two: the newer is kept. */
export const listed = (pages: readonly Pick<TicketPage, 'tickets'>[]): TicketRecord[] => {
  const newest = new Map<number, TicketRecord>()
  for (const ticket of pages.flatMap((page) => page.tickets)) {
    const held = newest.get(ticket.id)
    if (held === undefined || held.position < ticket.position) newest.set(ticket.id, ticket)
  }
  return [...newest.values()]
}

/** Behind this place a list was not read yet; null: it was read to its end. */
export const endOf = (pages: readonly TicketPage[], order: Order): Place | null => {
  const last = pages.at(-1)
  if (last === undefined || last.cursor === null) return null
  const ticket = last.tickets.at(-1)
  return last.end ?? (ticket === undefined ? null : placeOf(ticket, order))
}

/**
 * Puts a ticket where its last change places it, or takes it out; what was not read yet comes with its page. `end`: see
 * endOf. Pure.
 */
export const withTicket = (
  tickets: readonly TicketRecord[],
  ticket: TicketRecord,
  belongs: boolean,
  { order, end }: { readonly order?: Order; readonly end: Place | null },
): TicketRecord[] => {
  const held = tickets.find(({ id }) => id === ticket.id)
  if (held !== undefined && held.position > ticket.position) return [...tickets]
  const others = tickets.filter(({ id }) => id !== ticket.id)
  const own = placeOf(ticket, order)
  if (!belongs || (end !== null && isBehind(own, end, order))) return others
  const next = others.findIndex((other) => isBehind(placeOf(other, order), own, order))
  return next === -1 ? [...others, ticket] : [...others.slice(0, next), ticket, ...others.slice(next)]
}
