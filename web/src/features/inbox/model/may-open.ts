import { mayOpenTicket } from '@guiche/contracts/permissions.js'
import type { TicketRecord, UserRecord } from '@guiche/contracts/views/records.js'

export type Viewer = Pick<UserRecord, 'id' | 'profile' | 'allTicket' | 'queues'>

/** Whether a user may open a ticket of their company, by the server's rule. */
export const mayOpen = (
  { id, profile, allTicket, queues }: Viewer,
  ticket: Pick<TicketRecord, 'companyId' | 'userId' | 'queueId' | 'status'>,
): boolean => {
  const { companyId } = ticket
  const queueIds = queues.map((queue) => queue.id)
  return mayOpenTicket(
    { userId: id, companyId, profile, allTicket: allTicket === 'enabled', queueIds },
    ticket,
  )
}
