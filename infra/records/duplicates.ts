import { DUPLICATE_HINTS, type DuplicateHint } from '@guiche/contracts/contact/duplicates.js'
import type { Identity } from '@guiche/contracts/events/contact.js'
import type { ContactDoc } from '@guiche/contracts/views/directory.js'
import { numberKey, sameNumber } from '../phone.js'

/** Whether two identities are equal, numbers in any spelling. */
export const isSameIdentity = (a: Identity, b: Identity): boolean =>
  a.kind === b.kind && (a.kind === 'pn' ? sameNumber(a.value, b.value) : a.value === b.value)

/** Whether two contacts cannot be one person: two linked ids, two groups, or two different numbers. */
export const isContradiction = (a: readonly Identity[], b: readonly Identity[]): boolean =>
  a.some((one) => b.some((other) => one.kind === other.kind && !isSameIdentity(one, other)))

type KnownContact = Pick<ContactDoc, 'contactId' | 'alike' | 'lid' | 'identities'>
type DescribedContact = Pick<ContactDoc, 'sortName' | 'number' | 'email' | 'isGroup' | 'mergedInto'>

export interface Duplicates<D> {
  readonly because: DuplicateHint
  /** the contact that should stay comes first */
  readonly contacts: readonly D[]
}

/** At least two words: a first name alone is no hint. */
const fullName = ({ sortName }: DescribedContact): string | null =>
  /\S\s+\S/.test(sortName) ? sortName : null

const KEYS: { readonly [H in DuplicateHint]: (contact: DescribedContact) => string | null } = {
  number: ({ number }) => (number === null ? null : numberKey(number)),
  email: ({ email }) => (email === '' ? null : email.toLowerCase()),
  name: fullName,
}

/** The hints that a contact shares with possible duplicates; none for groups and merged contacts. */
export const alikeOf = (contact: DescribedContact): NonNullable<ContactDoc['alike']> => {
  const key = (hint: DuplicateHint) =>
    contact.isGroup || contact.mergedInto !== null ? null : KEYS[hint](contact)
  return { number: key('number'), email: key('email'), name: key('name') }
}

/**
 * The fields that at least one contact of a shared hint lacks, or a contradiction of all. Two linked ids are two
 * persons, and so are two numbers unless they are spellings of one.
 */
export const LACKING_FIELDS = {
  number: ['lid'],
  email: ['number', 'lid'],
  name: ['number', 'lid'],
} as const satisfies { readonly [H in DuplicateHint]: readonly (keyof ContactDoc)[] }

/** First the contact whose linked id WhatsApp has given; then the older contact. */
const compareByStaying = (a: KnownContact, b: KnownContact): number =>
  Number(a.lid === null) - Number(b.lid === null) || a.contactId - b.contactId

/**
 * Groups of contacts that may be one person, the strongest hint first. A group has no contact that cannot be the same
 * person as its winner (decision 0011). `contacts` may have duplicates. Pure.
 */
export const duplicatesIn = <D extends KnownContact>(contacts: readonly D[]): Duplicates<D>[] => {
  const found: Duplicates<D>[] = []
  const told = new Set<string>()
  const each = [...new Map(contacts.map((contact) => [contact.contactId, contact])).values()]
  for (const because of DUPLICATE_HINTS) {
    const groups = new Map<string, D[]>()
    for (const contact of each) {
      const key = contact.alike?.[because] ?? null
      if (key === null) continue
      const group = groups.get(key)
      if (group === undefined) groups.set(key, [contact])
      else group.push(contact)
    }
    for (const group of groups.values()) {
      const [first, ...others] = [...group].sort(compareByStaying)
      if (first === undefined) continue
      const same = others.filter(
        (other) =>
          !told.has(`${first.contactId} ${other.contactId}`) &&
          !isContradiction(first.identities, other.identities),
      )
      for (const other of same) told.add(`${first.contactId} ${other.contactId}`)
      if (same.length > 0) found.push({ because, contacts: [first, ...same] })
    }
  }
  return found
}
