import type { TicketRecord, UserRecord } from '@guiche/contracts/views/records.js'
import type { TicketFilter } from '../api.js'

type Viewer = Pick<UserRecord, 'id' | 'profile' | 'allTicket' | 'queues'>

/** Whether a ticket stands in a list: by status, by whose it is (open and closed ones), by the queues chosen. */
export const belongsIn = (ticket: TicketRecord, filter: TicketFilter, viewer: Viewer): boolean => {
  if (filter.searchParam !== undefined || ticket.status !== filter.status) return false
  if (filter.withUnread && ticket.unreadMessages === 0) return false
  if (filter.users !== undefined && filter.users.length > 0) {
    if (ticket.userId === null || !filter.users.includes(ticket.userId)) return false
  }
  if (filter.queueIds !== null) {
    if (ticket.queueId === null ? !seesQueueless(viewer) : !filter.queueIds.includes(ticket.queueId))
      return false
  }
  if (filter.status === 'pending' || filter.showAll) return true
  return ticket.userId === viewer.id
}

const seesQueueless = (viewer: Viewer): boolean =>
  viewer.profile === 'admin' || viewer.allTicket === 'enabled'

/** Puts a ticket where its last change places it (newest first), or takes it out. Pure. */
export const withTicket = (
  tickets: readonly TicketRecord[],
  ticket: TicketRecord,
  belongs: boolean,
): TicketRecord[] => {
  const held = tickets.find(({ id }) => id === ticket.id)
  if (held !== undefined && held.position > ticket.position) return [...tickets]
  const others = tickets.filter(({ id }) => id !== ticket.id)
  if (!belongs) return others
  const place = others.findIndex(({ updatedAt }) => updatedAt <= ticket.updatedAt)
  return place === -1 ? [...others, ticket] : [...others.slice(0, place), ticket, ...others.slice(place)]
}
