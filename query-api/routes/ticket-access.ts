import type { ViewName } from '@guiche/contracts/collections.js'
import { type DomainError, domainError } from '@guiche/contracts/errors.js'
import { type Caller, mayOpenTicket } from '@guiche/contracts/permissions.js'
import { err, ok, type Result } from '@guiche/contracts/result.js'
import type { TicketDoc } from '@guiche/contracts/views/ticket.js'
import type { Records } from '@guiche/infra/records/records.js'

/** What a ticket's record is joined from; messages show their ticket's queue and the contact, too. */
export const TICKET_VIEWS = [
  'inbox',
  'contacts',
  'users',
  'queues',
  'connections',
] as const satisfies ViewName[]

/** The ticket if the caller may open it. A ticket of another company does not exist for him. */
export const permitted = (caller: Caller, ticket: TicketDoc | null): Result<TicketDoc, DomainError> => {
  if (ticket === null || ticket.companyId !== caller.companyId) return err(domainError('ERR_NO_TICKET_FOUND'))
  return mayOpenTicket(caller, ticket) ? ok(ticket) : err(domainError('ERR_NO_PERMISSION'))
}

export const openTicket = async (
  records: Pick<Records, 'ticket'>,
  caller: Caller,
  ticketId: number,
): Promise<Result<TicketDoc, DomainError>> =>
  permitted(caller, await records.ticket(caller.companyId, ticketId))
