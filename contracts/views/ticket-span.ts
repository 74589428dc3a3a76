import type { TicketSpan } from './conversation.js'
import type { TicketRecord } from './records.js'

/** A ticket's fields that the conversation shows between messages. */
export const spanOf = ({ id, createdAt, closedAt, whatsapp }: TicketRecord): TicketSpan => ({
  ...{ id, createdAt, closedAt },
  connection: whatsapp?.name ?? null,
})
