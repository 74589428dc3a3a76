import type { TicketMove } from '@guiche/contracts/events/ticket.js'
import type { EventOf } from '../engine/projection.js'
import { sameCounter } from './inbox-counters.js'

/** Whether somebody attends to a ticket that moves so. */
const ATTENDS: { readonly [T in TicketMove['type']]: boolean } = {
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
 * Whether a ticket of imported history is an ordinary one once it has moved: if somebody attends to it. To stand on
 * another connection, as after its own was deleted, is not enough.
 */
export const isAttended = ({ type, data }: EventOf<TicketMove['type']>): boolean =>
  ATTENDS[type] && !sameCounter(data.from, data.to)
