import { type DomainError, domainError } from '@guiche/contracts/errors.js'
import type { TicketMove } from '@guiche/contracts/events/ticket.js'
import { mayOpenTicket } from '@guiche/contracts/users/permissions.js'
import type { TicketCommand } from './commands.js'
import type { TicketState } from './state.js'

const DID: { readonly [T in TicketMove['type']]?: string } = {
  'ticket.accepted.v1': 'accepted',
  'ticket.returned.v1': 'returned',
  'ticket.transferred.v1': 'transferred',
  'ticket.closed.v1': 'closed',
  'ticket.reopened.v1': 'reopened',
}

/**
 * The error that names a later move by another user. Null without such a move, or if the caller may not know
 * of it.
 */
export const laterMoveError = (
  state: TicketState,
  { caller, seen }: Extract<TicketCommand, { kind: 'change' }>,
): DomainError | null => {
  const { lastMove } = state
  if (seen === null || lastMove === null || seen >= lastMove.position) return null
  if (lastMove.userId === caller.userId) return null
  // a caller who could open the ticket neither before nor after the move learns nothing
  const { companyId } = state
  if (!mayOpenTicket(caller, state) && !mayOpenTicket(caller, { ...lastMove.from, companyId })) return null
  const what = DID[lastMove.type] ?? 'moved'
  return domainError('ERR_TICKET_CHANGED', { what, userId: lastMove.userId })
}
