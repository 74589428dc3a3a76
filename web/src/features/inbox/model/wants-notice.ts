import type { MessageRecord, TicketRecord, UserRecord } from '@guiche/contracts/views/records.js'

/**
 * Whether a person is told of a message that just came: unread and from a contact, on a ticket of their own or of
 * nobody, in one of their queues or in none. Tickets that wait are told only to those who may see all of them.
 */
export const wantsNotice = (
  message: Pick<MessageRecord, 'fromMe' | 'read'>,
  ticket: Pick<TicketRecord, 'status' | 'userId' | 'queueId'>,
  viewer: Pick<UserRecord, 'id' | 'allTicket' | 'queues'>,
): boolean => {
  if (message.fromMe || message.read) return false
  if (ticket.status === 'closed' || (ticket.status === 'pending' && viewer.allTicket !== 'enabled'))
    return false
  if (ticket.userId === viewer.id) return true
  if (ticket.userId !== null) return false
  return ticket.queueId === null || viewer.queues.some(({ id }) => id === ticket.queueId)
}
