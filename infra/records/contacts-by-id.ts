import type { ContactDoc } from '@guiche/contracts/views/directory.js'
import type { DocumentsById } from './documents.js'

/** A longer chain of merges is cut: the contact shown is then the last one reached. */
const MERGE_HOPS = 5

/** Contacts by the requested id; for a merged contact, the winner of the merge. */
export const contactsById = async (
  documents: DocumentsById,
  ids: readonly number[],
): Promise<Map<number, ContactDoc>> => {
  const found = new Map<number, ContactDoc>()
  let wanted = new Map(ids.map((id) => [id, id]))
  for (let hop = 0; hop <= MERGE_HOPS && wanted.size > 0; hop++) {
    const docs = await documents.getMany('contacts', [...wanted.values()])
    const next = new Map<number, number>()
    for (const [asked, id] of wanted) {
      const doc = docs.get(String(id))
      if (doc === undefined) continue
      found.set(asked, doc)
      if (doc.mergedInto !== null) next.set(asked, doc.mergedInto)
    }
    wanted = next
  }
  return found
}
