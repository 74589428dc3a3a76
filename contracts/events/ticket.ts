import { type Static, Type } from '@sinclair/typebox'
import { type EventsOf, Id, Nullable, OneOf, Strict } from '../envelope.js'

/** `attending` is accepted from clients and never produced. */
export const TICKET_STATUSES = ['pending', 'open', 'closed'] as const
export const TicketStatus = OneOf(TICKET_STATUSES)
export type TicketStatus = Static<typeof TicketStatus>

/** Where a ticket stands: enough for every reader to move its counters without looking elsewhere. */
export const Standing = Strict({
  status: TicketStatus,
  userId: Nullable(Id),
  queueId: Nullable(Id),
  connectionId: Id,
})
export type Standing = Static<typeof Standing>

const common = { ticketId: Id, contactId: Id }
/** Every change carries where the ticket stood (`from`) and where it stands now (`to`). */
const change = { ...common, from: Standing, to: Standing }

/** Stream `ticket-{id}`; ids only, no personal data. */
export const ticketEvents = {
  'ticket.opened.v1': Strict({
    ...common,
    uuid: Type.String({ format: 'uuid' }),
    isGroup: Type.Boolean(),
    imported: Type.Boolean(),
    to: Standing,
    /** a message opened it and comes right after: readers show it from then on */
    byMessage: Type.Optional(Type.Boolean()),
  }),
  'ticket.accepted.v1': Strict(change),
  'ticket.returned.v1': Strict(change),
  'ticket.transferred.v1': Strict(change),
  'ticket.closed.v1': Strict({
    ...change,
    reason: OneOf(['resolved', 'close-all', 'merged', 'erased']),
    /** the position that the closing person's screen showed, or null */
    seen: Nullable(Type.String()),
  }),
  /** by a person */
  'ticket.reopened.v1': Strict(change),
  /** by a message of the contact: back to pending */
  'ticket.resumed.v1': Strict(change),
  /** a user, queue or connection went away, and with it the link */
  'ticket.unlinked.v1': Strict({ ...change, because: OneOf(['user', 'queue', 'connection']) }),
  /** the messages that the reader has seen; at most 500 an event. In `marks-{id}`; before that stream was, in the ticket's */
  'ticket.read.v1': Strict({
    ...common,
    connectionId: Id,
    messageIds: Type.Array(Type.String(), { maxItems: 500 }),
  }),
  /** WhatsApp was told of everything that was read up to this revision of `marks-{id}`, where this stands, too */
  'ticket.receipts-given.v1': Strict({
    ticketId: Id,
    connectionId: Id,
    upTo: Type.Integer({ minimum: 0 }),
  }),
  'ticket.contact-changed.v1': Strict({ ...common, previous: Id }),
  'ticket.deleted.v1': Strict({ ...common, from: Standing }),
  /** another ticket took the place of the one active ticket of this contact and connection */
  'ticket.claim-lost.v1': Strict({ ticketId: Id, to: Id }),
} as const

export type TicketEvent = EventsOf<typeof ticketEvents>
