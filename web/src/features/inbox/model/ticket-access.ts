import type { ListReader } from '@guiche/contracts/ticket-lists/lists.js'
import { mayOpenTicket } from '@guiche/contracts/users/permissions.js'
import type { TicketRecord, UserRecord } from '@guiche/contracts/views/records.js'

export type Viewer = Pick<UserRecord, 'id' | 'profile' | 'allTicket' | 'queues'>

/** The signed-in user in the form that the shared access rules use. */
export const readerOf = ({ id, profile, allTicket, queues }: Viewer, companyId: number): ListReader => ({
  userId: id,
  companyId,
  profile,
  allTicket: allTicket === 'enabled',
  queueIds: queues.map((queue) => queue.id),
})

/** Whether a user may open a ticket of the own company, by the server's rule. */
export const mayOpen = (
  viewer: Viewer,
  ticket: Pick<TicketRecord, 'companyId' | 'userId' | 'queueId' | 'status'>,
): boolean => mayOpenTicket(readerOf(viewer, ticket.companyId), ticket)
