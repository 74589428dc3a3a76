import { DUPLICATE_HINTS, type DuplicateHint } from '@guiche/contracts/contact/duplicates.js'
import { COUNT_CAP } from '@guiche/contracts/ticket/counts.js'
import type { ContactDoc } from '@guiche/contracts/views/directory.js'
import type { DuplicateRecord } from '@guiche/contracts/views/records.js'
import { duplicatesIn, LACKING_FIELDS } from '@guiche/infra/records/duplicates.js'
import { mergedIdsOf } from '@guiche/infra/records/merged-contacts.js'
import type { RouteDeps } from '../deps.js'

/** Maximum of groups in one answer; clients ask again after merges. */
const GROUPS = 100
/** Maximum of contacts in the answer: a merge's effects are counted for each contact. */
const CONTACTS = 300
/** Maximum of contacts checked with the same number, e-mail or name. */
const MAX_EQUAL_CONTACTS = 50

/** Contacts with the same value of a hint. Those without an identity (LACKING) come first. */
const contactsWithSame = ({ documents }: RouteDeps, companyId: number, hint: DuplicateHint, text: string) =>
  documents.find('contacts', {
    where: { companyId, [`alike.${hint}`]: text },
    sort: [...LACKING_FIELDS[hint], 'id'].map((field) => [field, 1] as const),
    limit: MAX_EQUAL_CONTACTS,
  })

/** Contacts that may be the same person as this contact. */
const contactsLike = async (deps: RouteDeps, about: ContactDoc): Promise<ContactDoc[]> => {
  const found = await Promise.all(
    DUPLICATE_HINTS.map(async (hint) => {
      const text = about.alike?.[hint] ?? null
      return text === null ? [] : contactsWithSame(deps, about.companyId, hint, text)
    }),
  )
  return [about, ...found.flat()]
}

/** Groups of contacts that may be one person, at most GROUPS. Uses only index lookups. */
const alikeInAll = async (deps: RouteDeps, companyId: number): Promise<ContactDoc[]> => {
  const found: ContactDoc[] = []
  for (const hint of DUPLICATE_HINTS) {
    const query = { companyId, field: `alike.${hint}`, lacking: LACKING_FIELDS[hint], limit: GROUPS }
    for (let after = ''; ; ) {
      const texts = await deps.documents.repeated('contacts', { ...query, after })
      const groups = await Promise.all(texts.map((text) => contactsWithSame(deps, companyId, hint, text)))
      found.push(...groups.flat())
      if (duplicatesIn(found).length >= GROUPS) return found
      if (texts.length < GROUPS) break
      after = texts.at(-1) ?? ''
    }
  }
  return found
}

/**
 * Contacts that may be one person, of the whole company or of one contact. Each has the numbers of records
 * that a merge would move.
 */
export const duplicatesOf = async (
  deps: RouteDeps,
  companyId: number,
  about: ContactDoc | null,
): Promise<DuplicateRecord[]> => {
  const { documents, records } = deps
  let told = 0
  const groups = duplicatesIn(
    await (about === null ? alikeInAll(deps, companyId) : contactsLike(deps, about)),
  )
    .filter(
      ({ contacts }) => about === null || contacts.some(({ contactId }) => contactId === about.contactId),
    )
    .slice(0, GROUPS)
    .filter(({ contacts }) => {
      told += contacts.length
      return told <= CONTACTS
    })
  const shown = async (doc: ContactDoc) => {
    const where = [{ companyId, contactId: { in: await mergedIdsOf(documents, companyId, doc.contactId) } }]
    const [tickets, notes] = await Promise.all([
      documents.count('tickets', where, COUNT_CAP),
      documents.count('notes', where, COUNT_CAP),
    ])
    return records.presentContacts([doc]).map((contact) => ({ ...contact, tickets, notes }))
  }
  return Promise.all(
    groups.map(async ({ because, contacts }) => ({
      because,
      contacts: (await Promise.all(contacts.map(shown))).flat(),
    })),
  )
}
