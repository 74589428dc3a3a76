import { pluck } from '@guiche/contracts/pick.js'
import { type Caller, mayOpenTicket } from '@guiche/contracts/users/permissions.js'
import type { TicketDoc } from '@guiche/contracts/views/ticket.js'
import type { Documents } from '@guiche/infra/records/documents.js'
import { mergedIdsOf } from '@guiche/infra/records/merged-contacts.js'

/** Maximum of a contact's newest tickets that are joined to one conversation. */
const TICKETS_JOINED = 500
/** Up to this number of tickets, a page is merged from the newest messages of each ticket. */
const FEW_TICKETS = 24

interface Ids {
  readonly in: readonly number[]
}

/** The messages of one conversation. */
export interface Conversation {
  /** condition to count and search messages */
  readonly where: { readonly companyId: number; readonly ticketId: Ids }
  /** condition to read messages in order */
  readonly ordered: { readonly companyId: number; readonly contactId?: Ids; readonly ticketId: Ids }
  /** the tickets of the messages */
  readonly tickets: readonly TicketDoc[]
}

/**
 * The conversation of a ticket: all tickets of its contact that the reader may open. With many tickets, messages are
 * read by contact, and the tickets only decide which messages are visible.
 */
export const conversationOf = async (
  documents: Pick<Documents, 'find'>,
  caller: Caller,
  ticket: TicketDoc,
): Promise<Conversation> => {
  const { companyId } = caller
  const others = await documents.find('tickets', {
    where: { companyId, contactId: ticket.contactId },
    sort: [
      ['updatedAt', -1],
      ['id', -1],
    ],
    limit: TICKETS_JOINED,
  })
  const joined = others.filter((other) => other.ticketId !== ticket.ticketId && mayOpenTicket(caller, other))
  const tickets = [ticket, ...joined]
  const where = { companyId, ticketId: { in: pluck(tickets, 'ticketId') } }
  if (tickets.length <= FEW_TICKETS) return { where, ordered: where, tickets }
  const contactId = { in: await mergedIdsOf(documents, companyId, ticket.contactId) }
  return { where, ordered: { companyId, contactId, ticketId: where.ticketId }, tickets }
}
