import { type DomainError, domainError } from '@guiche/contracts/errors.js'
import type { TicketEvent } from '@guiche/contracts/events/ticket.js'
import { err, ok, type Result } from '@guiche/contracts/result.js'
import { mayAttend, mayOpenTicket } from '@guiche/contracts/users/permissions.js'
import type { TicketCommand } from './commands.js'
import type { TicketState } from './state.js'

type Decision = Result<readonly TicketEvent[], DomainError>
const nothing: Decision = ok([])

/** Whether the snooze differs from the snooze on the screen of the user who undoes it. */
const isOtherwise = ({ snoozedUntil }: TicketState, seen: string | null | undefined): boolean =>
  seen !== undefined && snoozedUntil !== seen

/** Snoozes an attended ticket. A waiting ticket is everybody's, so it cannot be snoozed. */
export const snoozeTicket = (
  state: TicketState,
  { caller, until, seen }: Extract<TicketCommand, { kind: 'snooze' }>,
): Decision => {
  const { ticketId, contactId } = state
  if (state.companyId !== caller.companyId) return err(domainError('ERR_NO_TICKET_FOUND'))
  if (!mayOpenTicket(caller, state)) return err(domainError('ERR_NO_PERMISSION'))
  if (isOtherwise(state, seen)) return nothing
  if (state.status !== 'open') return err(domainError('ERR_TICKET_STATE'))
  if (!mayAttend(caller, state)) return err(domainError('ERR_NO_PERMISSION'))
  return ok([{ type: 'ticket.snoozed.v1', data: { ticketId, contactId, until } }])
}

/** Ends a snooze at its time, or at a user's request. */
export const wakeTicket = (
  state: TicketState,
  command: Extract<TicketCommand, { kind: 'wake' }>,
): Decision => {
  const { ticketId, contactId } = state
  if (command.caller === null) {
    if (state.snoozedUntil !== command.until) return nothing
    return ok([{ type: 'ticket.woken.v1', data: { ticketId, contactId, because: 'time' } }])
  }
  if (state.companyId !== command.caller.companyId) return err(domainError('ERR_NO_TICKET_FOUND'))
  if (!mayOpenTicket(command.caller, state)) return err(domainError('ERR_NO_PERMISSION'))
  if (state.snoozedUntil === null || isOtherwise(state, command.seen)) return nothing
  if (!mayAttend(command.caller, state)) return err(domainError('ERR_NO_PERMISSION'))
  return ok([{ type: 'ticket.woken.v1', data: { ticketId, contactId, because: 'user' } }])
}
