import { type Static, Type } from '@sinclair/typebox'
import { Id, Nullable, Strict, Time } from '../envelope.js'
import { MessageRecord, TicketRecord } from './records.js'

const Text = Type.String()

/** Start and end of a ticket, with its connection's name; null once the connection was deleted. */
export const TicketSpan = Strict({
  id: Id,
  createdAt: Time,
  closedAt: Nullable(Time),
  connection: Nullable(Text),
})
export type TicketSpan = Static<typeof TicketSpan>
/** A page of a conversation, oldest message first. */
export const MessagePage = Strict({
  messages: Type.Array(MessageRecord),
  count: Type.Integer({ minimum: 0 }),
  hasMore: Type.Boolean(),
  /** cursor of the messages before this page; null at the beginning of the conversation */
  cursor: Nullable(Text),
  /** cursor of the messages after this page; null at the end of the conversation */
  newer: Nullable(Text),
  ticket: TicketRecord,
  /** the tickets of the messages */
  tickets: Type.Array(TicketSpan),
})
export type MessagePage = Static<typeof MessagePage>
