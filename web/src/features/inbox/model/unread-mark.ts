import type { TicketRecord } from '@guiche/contracts/views/records.js'

/**
 * Stands for what is unread of a ticket; null where all is read. The number alone is not enough: where one message comes
 * while the one before it is being read, the ticket goes from one unread message to one.
 */
export const unreadMark = ({
  unreadMessages,
  position,
}: Pick<TicketRecord, 'unreadMessages' | 'position'>): string | null =>
  unreadMessages === 0 ? null : position
