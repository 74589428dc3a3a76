import type { TicketDoc } from '@guiche/contracts/views/ticket.js'
import type { FindQuery } from '@guiche/infra/read-store/read-store.js'
import type { Documents } from '@guiche/infra/records/documents.js'

const NEWEST_FIRST: FindQuery['sort'] = [
  ['updatedAt', -1],
  ['id', -1],
]
/**
 * Contacts whose tickets are read at once. Each contact is looked up by the index, also after the first page.
 */
const CONTACTS_AT_ONCE = 100
/** Maximum of tickets read at once: in the reader's worker thread, not on the main thread. */
const PAGE = 1000
/** Growth factor of the next page when too few tickets of a page match. */
const PAGE_GROWTH = 4

const isNewer = (a: TicketDoc, b: TicketDoc): boolean =>
  a.updatedAt === b.updatedAt ? a.id > b.id : a.updatedAt > b.updatedAt

/**
 * The matching tickets of these contacts, last changed first. Reads along the contacts: a search finds few
 * contacts, but a queue may have a million tickets.
 */
export const ticketsOfContacts = async (
  documents: Pick<Documents, 'find'>,
  companyId: number,
  contactIds: readonly number[],
  isMeant: (ticket: TicketDoc) => boolean,
  limit: number,
): Promise<TicketDoc[]> => {
  const found: TicketDoc[] = []
  for (let begin = 0; begin < contactIds.length; begin += CONTACTS_AT_ONCE) {
    const where = { companyId, contactId: { in: contactIds.slice(begin, begin + CONTACTS_AT_ONCE) } }
    const enough = found.length + limit
    let last: TicketDoc | undefined
    let size = Math.min(limit, PAGE)
    do {
      const after = last === undefined ? {} : { after: [last.updatedAt, last.id] }
      const page = await documents.find('tickets', { where, sort: NEWEST_FIRST, limit: size, ...after })
      found.push(...page.filter(isMeant))
      last = page.length < size ? undefined : page.at(-1)
      size = Math.min(PAGE_GROWTH * size, PAGE)
    } while (last !== undefined && found.length < enough)
  }
  return found.sort((a, b) => (isNewer(a, b) ? -1 : 1)).slice(0, limit)
}
