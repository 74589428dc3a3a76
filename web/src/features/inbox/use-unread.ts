import type { BellPart } from '@guiche/contracts/notices/notice.js'
import { compareBy, TICKET_ORDERS } from '@guiche/contracts/ticket-lists/order.js'
import type { TicketRecord } from '@guiche/contracts/views/records.js'
import { useUser } from '../../base/access.js'
import { useJoin } from '../../realtime/use-join.js'
import { type Narrowing, type TicketFilter, useCountsQuery, useTicketsInfiniteQuery } from './api.js'
import { useNewMentions } from './use-mentions.js'
import { useNewTransfers } from './use-transfers.js'

const OPEN: TicketFilter = { status: 'open', showAll: false, queueIds: null, withUnread: true }
const PENDING: TicketFilter = { ...OPEN, status: 'pending' }
/** In a list, no chosen queue means tickets without a queue only. */
const NO_QUEUE: readonly number[] = []
const UNREAD: Narrowing = { showAll: false, queueIds: null, withUnread: true }

/**
 * Own tickets with unread messages, newest first. Users who see all tickets also get waiting tickets; other
 * admins get waiting tickets without a queue.
 */
export const useUnread = () => {
  useJoin('joinNotification', {})
  const open = useTicketsInfiniteQuery(OPEN)
  const { id, allTicket, profile } = useUser()
  const seesWaiting = allTicket === 'enabled' || profile === 'admin'
  const waitingIn = allTicket === 'enabled' ? null : NO_QUEUE
  const pending = useTicketsInfiniteQuery({ ...PENDING, queueIds: waitingIn }, { skip: !seesWaiting })
  const lists = seesWaiting ? [open, pending] : [open]
  /** All own tickets, including pages that are not loaded yet. Unreadable pages are left out. */
  const ownToTheEnd = async (): Promise<TicketRecord[]> => {
    let read: Pick<typeof open, 'data' | 'hasNextPage' | 'isError'> = open
    while (read.hasNextPage && !read.isError) read = await open.fetchNextPage()
    // tickets of colleagues, and of nobody, are not this user's to read
    return (read.data?.pages ?? []).flatMap(({ tickets }) => tickets).filter(({ userId }) => userId === id)
  }
  return {
    lists,
    ownToTheEnd,
    tickets: lists
      .flatMap(({ data }) => data?.pages ?? [])
      .flatMap((page) => page.tickets)
      .sort(compareBy(TICKET_ORDERS.changed)),
    hasMore: lists.some(({ hasNextPage }) => hasNextPage),
    seesWaiting,
    waitingIn,
  }
}

/** Number of tickets with unread messages, of transfers to the user, and of new notes that mention the user. */
export const useUnreadCount = (): number => {
  const mentions = useNewMentions()
  const { given } = useNewTransfers()
  const { tickets, hasMore, seesWaiting, waitingIn } = useUnread()
  // the server counts only if the list is not loaded to its end; again after each change
  const { data } = useCountsQuery(UNREAD, { skip: !hasMore })
  const waiting = useCountsQuery({ ...UNREAD, queueIds: waitingIn }, { skip: !hasMore || !seesWaiting }).data
  const listed: Readonly<Record<BellPart, readonly (number | null)[]>> = {
    given: given.map(({ id }) => id),
    tickets: tickets.map(({ id }) => id),
    mentions: mentions.map(({ ticketId }) => ticketId),
  }
  const known = new Set(Object.values(listed).flat()).size
  if (!hasMore || data === undefined) return known
  return Math.max(known, data.open + (waiting?.pending ?? 0))
}
