import { type Static, type TObject, Type } from '@sinclair/typebox'
import type { BotState } from '../bot/state.js'
import { type EventsOf, Id, Nullable, OneOf, Strict, Time } from '../envelope.js'
import { pick, sameIn } from '../pick.js'
import { BotProgress, botEvents } from './ticket-bot.js'
import { ticketFieldEvents } from './ticket-fields.js'

/** `attending` is accepted from clients and never sent. */
export const TICKET_STATUSES = ['pending', 'open', 'closed'] as const
export const TicketStatus = OneOf(TICKET_STATUSES)
export type TicketStatus = Static<typeof TicketStatus>

/**
 * A ticket's assignment: status, agent and queue. Counters need only the assignments before and after a
 * change.
 */
export const TicketAssignment = Strict({
  status: TicketStatus,
  userId: Nullable(Id),
  queueId: Nullable(Id),
  connectionId: Id,
})
export type TicketAssignment = Static<typeof TicketAssignment>
const ASSIGNMENT_FIELDS = Object.keys(TicketAssignment.properties) as (keyof TicketAssignment)[]
/** The assignment of an object with its fields. */
export const assignmentOf = (ticket: TicketAssignment): TicketAssignment => pick(ticket, ...ASSIGNMENT_FIELDS)
export const sameAssignment = (a: TicketAssignment, b: TicketAssignment): boolean =>
  sameIn(a, b, ...ASSIGNMENT_FIELDS)

/**
 * `expired`: the contact did not answer within the connection's time. `imported`: the ticket has only
 * imported messages. `served`: the bot gave the contact everything asked for.
 */
const CLOSE_REASONS = ['resolved', 'close-all', 'merged', 'erased', 'expired', 'imported', 'served'] as const
export const CloseReason = OneOf(CLOSE_REASONS)
export type CloseReason = Static<typeof CloseReason>

/** A contact's rating of a conversation: 1 unsatisfied, 2 satisfied, 3 very satisfied. */
export const Rating = Type.Union([Type.Literal(1), Type.Literal(2), Type.Literal(3)])
export type Rating = Static<typeof Rating>

const common = { ticketId: Id, contactId: Id }
/** Every change has the assignment before (`from`) and after it (`to`). */
const change = { ...common, from: TicketAssignment, to: TicketAssignment }

/** The note with the reason of a transfer. The note is the contact's data, and is erased with the contact. */
const transferNote = { noteId: Type.Optional(Id) }

/** The events that change the assignment. */
const ticketMoves = {
  'ticket.accepted.v1': Strict({
    ...change,
    /** accepted by a forwarded message: the contact's messages are still unread */
    forwarding: Type.Optional(Type.Literal(true)),
  }),
  'ticket.returned.v1': Strict({ ...change, ...transferNote }),
  'ticket.transferred.v1': Strict({ ...change, ...transferNote }),
  'ticket.closed.v1': Strict({
    ...change,
    reason: CloseReason,
    /** the position on the closing user's screen, or null */
    seen: Nullable(Type.String()),
    /** seconds in which the close can be undone; the completion message waits for their end */
    undoSeconds: Type.Optional(Type.Integer({ minimum: 1 })),
  }),
  /** a user reopened the ticket */
  'ticket.reopened.v1': Strict(change),
  /** a contact's message reopened the ticket as waiting */
  'ticket.resumed.v1': Strict(change),
  /**
   * a user undid the close: the ticket has its former assignment, waiting time and snooze, unless the contact
   * has written since
   */
  'ticket.close-undone.v1': Strict({
    ...change,
    /** the bot's state before the close; absent: none */
    bot: Type.Optional(Type.Unsafe<BotState>(BotProgress)),
  }),
  /** a user, queue or connection was deleted, so the ticket lost its reference */
  'ticket.unlinked.v1': Strict({ ...change, because: OneOf(['user', 'queue', 'connection']) }),
} as const

/** Stream `ticket-{id}`; ids only, no personal data. */
export const ticketEvents = {
  'ticket.opened.v1': Strict({
    ...common,
    uuid: Type.String({ format: 'uuid' }),
    isGroup: Type.Boolean(),
    imported: Type.Boolean(),
    to: TicketAssignment,
    /** the ticket was opened by a message whose event follows: readers show the ticket with the message */
    byMessage: Type.Optional(Type.Boolean()),
    /** the message answers an advertisement; the message itself has the advertisement's data */
    origin: Type.Optional(Type.Literal('ad')),
  }),
  ...ticketMoves,
  ...ticketFieldEvents,
  ...botEvents,
  /** the close can no longer be undone, and its text, if any, was requested */
  'ticket.close-settled.v1': Strict({
    ...common,
    /** the contact got the rating question, so a number from 1 to 3 is the answer; absent: no question */
    ratingAsked: Type.Optional(Type.Literal(true)),
  }),
  /** the contact rated after the close */
  'ticket.rated.v1': Strict({
    ...common,
    /** the rated agent */
    userId: Nullable(Id),
    queueId: Nullable(Id),
    rating: Rating,
    messageId: Type.String(),
  }),
  /**
   * the contact's reply is no rating. `over`: the second such reply, which ends the question. `unread`:
   * written before the contact could read the repeated question, so the reply gets no answer
   */
  'ticket.rating-unclear.v1': Strict({
    ...common,
    messageId: Type.String(),
    over: Type.Boolean(),
    unread: Type.Optional(Type.Literal(true)),
  }),
  /** the contact's message shortly after its rating; the rating is in the message `ratedBy` */
  'ticket.rating-commented.v1': Strict({ ...common, messageId: Type.String(), ratedBy: Type.String() }),
  /** the ticket returns at `until`, on a message of the contact, or on a move */
  'ticket.snoozed.v1': Strict({ ...common, until: Time }),
  /** the snooze ended by time or by a user; a message or a move ends a snooze without this event */
  'ticket.woken.v1': Strict({ ...common, because: OneOf(['time', 'user']) }),
  'ticket.contact-changed.v1': Strict({ ...common, previous: Id }),
  'ticket.deleted.v1': Strict({
    ...common,
    from: TicketAssignment,
    /** the ticket's former tags */
    tagIds: Type.Optional(Type.Array(Id)),
  }),
  'ticket.tagged.v1': Strict({ ...common, tagId: Id }),
  'ticket.untagged.v1': Strict({ ...common, tagId: Id }),
  /** the card moved on the kanban board. The ticket has the tag of its lane and of no other lane; other tags stay */
  'ticket.lane-moved.v1': Strict({
    ...common,
    /** the ticket's assignment, unchanged by the card */
    standing: TicketAssignment,
    /** the lane before and after; null: the lane without tag */
    from: Nullable(Id),
    tagId: Nullable(Id),
    /** the card's rank in the lane (contracts/ticket/kanban.ts) */
    rank: Type.String({ minLength: 1, maxLength: 300 }),
    /** the tags removed by the move */
    off: Type.Array(Id),
  }),
  /** another ticket of this contact is active on this connection */
  'ticket.claim-lost.v1': Strict({ ticketId: Id, to: Id }),
} as const

/** Stream `tickets-{companyId}`: requests about many tickets of a company at once. */
export const ticketsEvents = {
  /** closes all tickets of this status, in these queues and without queue; absent: in any queue */
  'ticket.close-all-asked.v1': Strict({
    status: OneOf(['pending', 'open']),
    queueIds: Type.Optional(Type.Array(Id, { maxItems: 500 })),
    /** the position on the user's screen, or null */
    seen: Nullable(Type.String()),
  }),
} as const

/** Stream `marks-{ticketId}`; ids only. Before this stream existed, `ticket.read` was in the ticket's own stream. */
export const marksEvents = {
  /** the messages that the reader has seen; at most 500 an event */
  'ticket.read.v1': Strict({
    ...common,
    connectionId: Id,
    messageIds: Type.Array(Type.String(), { maxItems: 500 }),
  }),
  /**
   * WhatsApp got the read receipts up to this revision of the stream. `failed`: WhatsApp refused the receipts
   * repeatedly, so they were given up
   */
  'ticket.receipts-given.v1': Strict({
    ticketId: Id,
    connectionId: Id,
    upTo: Type.Integer({ minimum: 0 }),
    failed: Type.Optional(Type.Boolean()),
  }),
} as const

export type TicketEvent = EventsOf<typeof ticketEvents>
export type TicketsEvent = EventsOf<typeof ticketsEvents>
export type MarksEvent = EventsOf<typeof marksEvents>
export type TicketMove = EventsOf<typeof ticketMoves>
/** A move's name for clients, for example `transferred`. */
export type MoveName = TicketMove['type'] extends `ticket.${infer N}.v1` ? N : never
export const moveNameOf = (type: TicketMove['type']): MoveName =>
  type.slice('ticket.'.length, -'.v1'.length) as MoveName
export const MOVE_NAMES = (Object.keys(ticketMoves) as TicketMove['type'][]).map(moveNameOf)
type PlainOf<M extends TicketMove> = M extends { readonly data: infer D }
  ? Static<TObject<typeof change>> extends D
    ? M['type']
    : never
  : never
/** Moves without further data. */
export type PlainMove = PlainOf<TicketMove>
/** Whether an event changes the assignment. */
export const isMove = (event: { readonly type: string }): event is TicketMove =>
  Object.hasOwn(ticketMoves, event.type)
