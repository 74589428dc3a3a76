import type { TicketMove } from '@guiche/contracts/events/ticket.js'
import type { EventOf } from '../engine/projection.js'
import { sameCounter } from './inbox-counters.js'

/** Whether a move means that a user attends to the ticket. */
const ATTENDING_MOVES: { readonly [T in TicketMove['type']]: boolean } = {
  'ticket.accepted.v1': true,
  'ticket.returned.v1': true,
  'ticket.transferred.v1': true,
  'ticket.reopened.v1': true,
  'ticket.resumed.v1': true,
  'ticket.closed.v1': false,
  'ticket.close-undone.v1': false,
  'ticket.unlinked.v1': false,
}

/**
 * Tests if a move makes a ticket of imported history an ordinary ticket, because a user attends to the ticket. A move to
 * another connection alone is not enough, as after a deletion of the connection.
 */
export const isAttended = ({ type, data }: EventOf<TicketMove['type']>): boolean =>
  ATTENDING_MOVES[type] && !sameCounter(data.from, data.to)
