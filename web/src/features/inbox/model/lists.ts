import { urgencyOf } from '@guiche/contracts/ticket/priority.js'
import { inList } from '@guiche/contracts/ticket-lists/lists.js'
import { listedTicket } from '@guiche/contracts/ticket-lists/match.js'
import { compareBy, TICKET_ORDERS } from '@guiche/contracts/ticket-lists/order.js'
import type { TicketRecord } from '@guiche/contracts/views/records.js'
import type { Place, TicketFilter, TicketPage } from '../api.js'
import { readerOf, type Viewer } from './ticket-access.js'

type Order = TicketFilter['order']

/**
 * Whether a ticket belongs in a list by all filters except days. False for a search: only the server knows
 * its results.
 */
export const belongsIn = (ticket: TicketRecord, filter: TicketFilter, viewer: Viewer): boolean =>
  filter.searchParam === undefined && inList(listedTicket(ticket), filter, readerOf(viewer, ticket.companyId))

const placeOf = ({ id, updatedAt, waitingSince, priority }: TicketRecord): Place => ({
  ...{ updatedAt, waitingSince, urgency: urgencyOf(priority), id: String(id) },
})
const isBehind = (a: Place, b: Place, order: Order = 'changed'): boolean =>
  compareBy(TICKET_ORDERS[order])(a, b) > 0

/**
 * The tickets of all pages in one list. A ticket that moved while a page was loading is in two pages: the
 * newer version is kept.
 */
export const listedTickets = (pages: readonly Pick<TicketPage, 'tickets'>[]): TicketRecord[] => {
  const newest = new Map<number, TicketRecord>()
  for (const ticket of pages.flatMap((page) => page.tickets)) {
    const held = newest.get(ticket.id)
    if (held === undefined || held.position < ticket.position) newest.set(ticket.id, ticket)
  }
  return [...newest.values()]
}

/** Place of the last loaded ticket; null if the list is loaded to its end. */
export const lastLoadedPlace = (pages: readonly TicketPage[]): Place | null => {
  const last = pages.at(-1)
  if (last === undefined || last.cursor === null) return null
  const ticket = last.tickets.at(-1)
  return last.end ?? (ticket === undefined ? null : placeOf(ticket))
}

/**
 * Puts a ticket into its place in the list, or removes it; a place beyond `end` comes with its page. `end`: see endOf.
 * Pure.
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
  const own = placeOf(ticket)
  if (!belongs || (end !== null && isBehind(own, end, order))) return others
  const next = others.findIndex((other) => isBehind(placeOf(other), own, order))
  return next === -1 ? [...others, ticket] : [...others.slice(0, next), ticket, ...others.slice(next)]
}
