import { type DomainError, domainError } from '@guiche/contracts/errors.js'
import {
  fieldSetType,
  TICKET_FIELD_NAMES,
  type TicketFieldSet,
  type TicketValues,
} from '@guiche/contracts/events/ticket-fields.js'
import { sameIn } from '@guiche/contracts/pick.js'
import { err, ok, type Result } from '@guiche/contracts/result.js'
import { type Caller, mayAttend, mayOpenTicket } from '@guiche/contracts/users/permissions.js'
import type { TicketCommand } from './commands.js'
import { isUnmovedSince, type TicketState } from './state.js'

type SetCommand = Extract<TicketCommand, { kind: 'set' }>

/** Why this person may not set fields of the ticket; null if the person may. */
const refusalOf = (state: TicketState, caller: Caller): DomainError | null => {
  if (state.companyId !== caller.companyId) return domainError('ERR_NO_TICKET_FOUND')
  if (!mayOpenTicket(caller, state)) return domainError('ERR_NO_PERMISSION')
  if (!mayAttend(caller, state)) return domainError('ERR_TICKET_OF_COLLEAGUE', { userId: state.userId })
  return null
}

/**
 * One event for each changed field. Users who may write in the ticket may set its fields, even while it is closed or
 * snoozed. An undo keeps a value that another user has set since. A process sets fields only if the ticket has not
 * moved since the process read it.
 */
export const setFields = (
  state: TicketState,
  command: SetCommand,
): Result<readonly TicketFieldSet[], DomainError> => {
  const { ticketId, contactId } = state
  if (command.caller === null) {
    if (!isUnmovedSince(state, command.unmovedSince)) return ok([])
  } else {
    const refusal = refusalOf(state, command.caller)
    if (refusal !== null) return err(refusal)
  }
  const values: Partial<TicketValues> = command.values
  const seen = command.caller === null ? undefined : command.seen
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
