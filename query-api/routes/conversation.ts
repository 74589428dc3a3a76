import { COLLECTIONS } from '@guiche/contracts/collections.js'
import { type Caller, mayOpenTicket } from '@guiche/contracts/permissions.js'
import type { ContactDoc } from '@guiche/contracts/views/directory.js'
import type { TicketDoc } from '@guiche/contracts/views/ticket.js'
import type { Documents } from '@guiche/infra/records/documents.js'

/** A contact's newest tickets that one conversation joins. */
const TICKETS_JOINED = 500
/** Up to so many tickets, a page is merged from the newest messages of each. */
const FEW_TICKETS = 24
/** Contacts merged into one contact, at most. */
const MERGED = 500

interface Ids {
  readonly in: readonly number[]
}

/** The messages of one conversation. */
export interface Conversation {
  /** for counting and for searching them */
  readonly where: { readonly companyId: number; readonly ticketId: Ids }
  /** for reading them in their order */
  readonly ordered: { readonly companyId: number; readonly contactId?: Ids; readonly ticketId: Ids }
}

/** The contact and all that were merged into it: their tickets moved to it, but messages keep whom they came from. */
const familyOf = async (
  documents: Pick<Documents, 'find'>,
  companyId: number,
  contactId: number,
): Promise<number[]> => {
  const found = new Set([contactId])
  for (const id of found) {
    const merged = await documents.find<ContactDoc>({
      collection: COLLECTIONS.contacts,
      where: { companyId, mergedInto: id },
      sort: [
        ['sortName', 1],
        ['id', 1],
      ],
      limit: MERGED,
    })
    for (const contact of merged) found.add(contact.contactId)
  }
  return [...found]
}

/**
 * The conversation that a ticket stands in: all tickets of its contact that the reader may open. Where these are many,
 * the messages are read along the contact, and the tickets only say which of them the reader gets to see.
 */
export const conversationOf = async (
  documents: Pick<Documents, 'find'>,
  caller: Caller,
  ticket: TicketDoc,
): Promise<Conversation> => {
  const { companyId } = caller
  const others = await documents.find<TicketDoc>({
    collection: COLLECTIONS.tickets,
    where: { companyId, contactId: ticket.contactId },
    sort: [
      ['updatedAt', -1],
      ['id', -1],
    ],
    limit: TICKETS_JOINED,
  })
  const ids = new Set([ticket.ticketId])
  for (const other of others) if (mayOpenTicket(caller, other)) ids.add(other.ticketId)
  const where = { companyId, ticketId: { in: [...ids] } }
  if (ids.size <= FEW_TICKETS) return { where, ordered: where }
  const contactId = { in: await familyOf(documents, companyId, ticket.contactId) }
  return { where, ordered: { companyId, contactId, ticketId: where.ticketId } }
}
