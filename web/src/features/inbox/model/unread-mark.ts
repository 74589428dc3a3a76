import type { TicketRecord } from '@guiche/contracts/views/records.js'

/**
 * Identifies a ticket's unread state; null if all is read. The number alone does not: a message may arrive
 * while an earlier one is being marked as read.
 */
export const unreadMark = ({
  unreadMessages,
  position,
}: Pick<TicketRecord, 'unreadMessages' | 'position'>): string | null =>
  unreadMessages === 0 ? null : position
