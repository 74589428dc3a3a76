import { type DomainError, domainError } from '@guiche/contracts/errors.js'
import {
  fieldSetType,
  TICKET_FIELD_NAMES,
  type TicketFieldSet,
} from '@guiche/contracts/events/ticket-fields.js'
import { mayAttend, mayOpenTicket } from '@guiche/contracts/permissions.js'
import { sameIn } from '@guiche/contracts/pick.js'
import { err, ok, type Result } from '@guiche/contracts/result.js'
import type { TicketCommand } from './commands.js'
import type { TicketState } from './state.js'

/**
 * One event for each changed field. Users who may write in the ticket may set its fields, even while it is closed or
 * snoozed. An undo leaves what somebody else has set since.
 */
export const setFields = (
  state: TicketState,
  { caller, values, seen }: Extract<TicketCommand, { kind: 'set' }>,
): Result<readonly TicketFieldSet[], DomainError> => {
  const { ticketId, contactId, userId } = state
  if (state.companyId !== caller.companyId) return err(domainError('ERR_NO_TICKET_FOUND'))
  if (!mayOpenTicket(caller, state)) return err(domainError('ERR_NO_PERMISSION'))
  if (!mayAttend(caller, state)) return err(domainError('ERR_TICKET_OF_COLLEAGUE', { userId }))
  const changed = TICKET_FIELD_NAMES.filter(
    (name) =>
      values[name] !== undefined &&
      !sameIn(values, state, name) &&
      (seen === undefined || sameIn(seen, state, name)),
  )
  return ok(
    changed.map((name) => {
      const data = { ticketId, contactId, [name]: values[name] }
      return { type: fieldSetType(name), data } as TicketFieldSet
    }),
  )
}
