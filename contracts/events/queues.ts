import { Type } from '@sinclair/typebox'
import { type EventsOf, Id, Nullable, Strict } from '../envelope.js'

const fields = {
  name: Type.String(),
  color: Type.String(),
  greetingMessage: Type.String(),
  outOfHoursMessage: Type.String(),
  orderQueue: Nullable(Type.Integer()),
}

/** Stream `queues-{companyId}`: all queues of a company, because name and colour are unique in it. */
export const queueEvents = {
  'queue.created.v1': Strict({ queueId: Id, ...fields }),
  'queue.changed.v1': Strict({ queueId: Id, ...fields }),
  'queue.deleted.v1': Strict({ queueId: Id }),
} as const

export type QueueEvent = EventsOf<typeof queueEvents>
