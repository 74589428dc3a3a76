import { type Static, Type } from '@sinclair/typebox'
import { Id, Nullable, Strict, Time } from '../envelope.js'
import { MessageKind } from '../events/message.js'
import { Rating } from '../events/ticket.js'

/** Ratings as admins see them. */
const Text = Type.String()
const Count = Type.Integer({ minimum: 0 })
const named = { id: Id, name: Text }

export const RatingRecord = Strict({
  /** id of the message with the rating */
  id: Text,
  ticketId: Id,
  /** null after the ticket was deleted, as is the contact */
  ticketUuid: Nullable(Text),
  contact: Nullable(Strict(named)),
  /** the rated agent and queue; the name is empty if unknown */
  user: Nullable(Strict(named)),
  queue: Nullable(Strict(named)),
  rating: Rating,
  ratedAt: Time,
  /** the contact's texts shortly after the rating, in order, without deleted messages */
  comments: Type.Array(Strict({ id: Text, body: Text, kind: MessageKind })),
})
export type RatingRecord = Static<typeof RatingRecord>

/** Count of each rating, and the average with two decimals; null without ratings. */
const figures = {
  count: Count,
  average: Nullable(Type.Number()),
  given: Strict({ 1: Count, 2: Count, 3: Count }),
}
export const RatingSummary = Strict({
  total: Strict(figures),
  /** agents, most ratings first; id 0 stands for ratings without agent or queue */
  users: Type.Array(Strict({ id: Count, name: Text, ...figures })),
  queues: Type.Array(Strict({ id: Count, name: Text, ...figures })),
})
export type RatingSummary = Static<typeof RatingSummary>
