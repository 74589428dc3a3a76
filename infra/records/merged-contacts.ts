import { type Documents, pagesOf } from './documents.js'

/**
 * Ids of a contact and of all contacts merged into it. Tickets move to the contact, but messages keep their
 * sender.
 */
export const mergedIdsOf = async (
  documents: Pick<Documents, 'find'>,
  companyId: number,
  contactId: number,
): Promise<number[]> => {
  const found = new Set([contactId])
  for (const mergedInto of found) {
    for await (const page of pagesOf(documents, 'contacts', { companyId, mergedInto })) {
      for (const contact of page) found.add(contact.contactId)
    }
  }
  return [...found]
}
