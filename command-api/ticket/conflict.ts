import { type DomainError, domainError } from '@guiche/contracts/errors.js'
import { type Caller, reachOf } from '@guiche/contracts/users/permissions.js'
import type { Records } from '@guiche/infra/records/records.js'
import type { FoundTicket } from './active-tickets.js'

/** The error for acting in a ticket that a colleague attends. */
export const ofColleague = async (
  records: Pick<Records, 'user'>,
  { companyId, userId }: { readonly companyId: number; readonly userId: number | null },
): Promise<DomainError> => {
  const user = userId === null ? null : await records.user(companyId, userId)
  return domainError('ERR_TICKET_OF_COLLEAGUE', { userId, name: user?.name ?? '' })
}

/**
 * The error for opening or reopening a ticket while the contact has another active ticket on the connection.
 * Its details lead to the active ticket. `user` and `queue` are objects even if absent. `reach`: how the
 * caller gets to that ticket.
 */
export const otherTicket = async (
  records: Pick<Records, 'user' | 'queue'>,
  caller: Caller,
  { ticketId, state }: FoundTicket,
): Promise<DomainError> => {
  const { companyId } = caller
  const [user, queue] = await Promise.all([
    state.userId === null ? null : records.user(companyId, state.userId),
    state.queueId === null ? null : records.queue(companyId, state.queueId),
  ])
  return domainError('ERR_OTHER_OPEN_TICKET', {
    id: ticketId,
    uuid: state.uuid,
    userId: state.userId,
    user: { name: user?.name ?? '' },
    queue: { name: queue?.name ?? '' },
    reach: reachOf(caller, state),
  })
}
