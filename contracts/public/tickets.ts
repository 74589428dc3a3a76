import { Type } from '@sinclair/typebox'
import { type EventsOf, Id, Nullable, OneOf, Strict } from '../envelope.js'

/** Where a ticket stands; null = nobody, none. */
const Place = Strict({
  status: OneOf(['pending', 'open', 'closed']),
  userId: Nullable(Id),
  queueId: Nullable(Id),
  connectionId: Id,
})
const ids = { ticketId: Id, contactId: Id }
const move = { ...ids, from: Place, to: Place }

/** Topic `guiche.tickets.v1`, subject `ticket/{ticketId}`: the life of a ticket, in ids. */
export const publicTicketEvents = {
  'guiche.ticket.opened.v1': Strict({
    ...ids,
    uuid: Type.String({ format: 'uuid' }),
    isGroup: Type.Boolean(),
    /** it came with the history of a newly linked phone */
    imported: Type.Boolean(),
    to: Place,
  }),
  'guiche.ticket.accepted.v1': Strict(move),
  /** back to those that wait */
  'guiche.ticket.returned.v1': Strict(move),
  'guiche.ticket.transferred.v1': Strict(move),
  'guiche.ticket.closed.v1': Strict({
    ...move,
    reason: OneOf(['resolved', 'close-all', 'merged', 'erased']),
  }),
  /** `user`: somebody took it up again; `contact`: the contact wrote again */
  'guiche.ticket.reopened.v1': Strict({ ...move, by: OneOf(['user', 'contact']) }),
  /** its user, queue or connection is gone */
  'guiche.ticket.unlinked.v1': Strict({ ...move, because: OneOf(['user', 'queue', 'connection']) }),
  /** it belongs to another contact now: `contactId` instead of `previousContactId` */
  'guiche.ticket.contact-changed.v1': Strict({ ...ids, previousContactId: Id }),
  'guiche.ticket.deleted.v1': Strict(ids),
} as const

export type PublicTicketEvent = EventsOf<typeof publicTicketEvents>
