import { type DomainError, domainError } from '@guiche/contracts/errors.js'
import { err, ok, type Result } from '@guiche/contracts/result.js'
import { type Caller, mayOpenTicket } from '@guiche/contracts/users/permissions.js'
import type { UserDoc } from '@guiche/contracts/views/directory.js'
import type { TicketDoc } from '@guiche/contracts/views/ticket.js'
import type { Guard } from '@guiche/infra/http/route.js'
import type { Records } from '@guiche/infra/records/records.js'

/** The ticket if the caller may open it. A ticket of another company counts as absent. */
const permittedTicket = (caller: Caller, ticket: TicketDoc | null): Result<TicketDoc, DomainError> => {
  if (ticket === null || ticket.companyId !== caller.companyId) return err(domainError('ERR_NO_TICKET_FOUND'))
  return mayOpenTicket(caller, ticket) ? ok(ticket) : err(domainError('ERR_NO_PERMISSION'))
}

/** Reads a ticket that the caller may open. */
export const readPermittedTicket = async (
  records: Pick<Records, 'ticket'>,
  caller: Caller,
  ticketId: number,
): Promise<Result<TicketDoc, DomainError>> =>
  permittedTicket(caller, await records.ticket(caller.companyId, ticketId))

/** The guards for `on` of queries: load the ticket or user of a call from the views. */
export const createGuards = (records: Records) => ({
  ticket: (async (caller, { id, ticketId, uuid }) =>
    uuid === undefined
      ? readPermittedTicket(records, caller, Number(ticketId ?? id))
      : permittedTicket(
          caller,
          await records.ticketByUuid(caller.companyId, String(uuid).toLowerCase()),
        )) satisfies Guard<TicketDoc>,

  'self-or-admin': (async (caller, { id }) => {
    const user = await records.user(caller.companyId, Number(id))
    if (user === null) return err(domainError('ERR_NO_USER_FOUND'))
    const may = user.userId === caller.userId || caller.profile === 'admin'
    return may ? ok(user) : err(domainError('ERR_NO_PERMISSION'))
  }) satisfies Guard<UserDoc>,
})
export type QueryGuards = ReturnType<typeof createGuards>
