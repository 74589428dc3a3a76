import type { TicketSpan } from './conversation.js'
import type { TicketRecord } from './records.js'

/** What of a ticket the conversation says between its messages. */
export const spanOf = ({ id, createdAt, closedAt, whatsapp }: TicketRecord): TicketSpan => ({
  ...{ id, createdAt, closedAt },
  connection: whatsapp?.name ?? null,
})
