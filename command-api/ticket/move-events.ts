import { assignmentOf, type CloseReason, type TicketAssignment } from '@guiche/contracts/events/ticket.js'
import { UNDO_SECONDS } from '@guiche/contracts/ticket/undo.js'
import type { Caller } from '@guiche/contracts/users/permissions.js'
import type { TicketState } from './state.js'

/** Fields of every move: the ticket's former and new assignment. */
export const moveFields = ({ ticketId, contactId, ...state }: TicketState, to: TicketAssignment) => ({
  ticketId,
  contactId,
  from: assignmentOf(state),
  to,
})

/** Whether a user's move passes the ticket to another user, or to a queue. */
export const passesTicketOn = ({ userId }: Pick<Caller, 'userId'>, to: TicketAssignment): boolean =>
  to.status !== 'closed' && to.userId !== userId

/** The assignment to another queue. */
export const toQueue = (state: TicketState, queueId: number | null) => ({
  type: 'ticket.transferred.v1' as const,
  data: moveFields(state, { ...assignmentOf(state), queueId }),
})

/**
 * Closes the ticket. `userId`: its agent after the close; null: its present agent. A user's close can be
 * undone for a while.
 */
export const closedEvent = (
  state: TicketState,
  userId: number | null,
  reason: CloseReason,
  seen: string | null,
) => ({
  type: 'ticket.closed.v1' as const,
  data: {
    ...moveFields(state, { ...assignmentOf(state), status: 'closed', userId: userId ?? state.userId }),
    reason,
    seen,
    ...(reason === 'resolved' && { undoSeconds: UNDO_SECONDS }),
  },
})
