import { assignmentOf, type TicketAssignment } from '@guiche/contracts/events/ticket.js'
import type { TicketState } from './state.js'

/** What every move of a ticket says: where the ticket stood, and where it stands now. */
export const movedBy = ({ ticketId, contactId, ...state }: TicketState, to: TicketAssignment) => ({
  ticketId,
  contactId,
  from: assignmentOf(state),
  to,
})

/** The same ticket in another queue. */
export const toQueue = (state: TicketState, queueId: number | null) => ({
  type: 'ticket.transferred.v1' as const,
  data: movedBy(state, { ...assignmentOf(state), queueId }),
})
