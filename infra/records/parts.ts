import type { CollectionName } from '@guiche/contracts/collections.js'
import {
  type AnyJoin,
  type DocOfKind,
  JOINED,
  type JoinKind,
  joinsOf,
  type PartsOf,
} from '@guiche/contracts/views/joins.js'
import { contactsById } from './contacts-by-id.js'
import type { DocumentsById } from './documents.js'

interface OfCompany {
  readonly companyId: number
}
type Found = ReadonlyMap<string, OfCompany>
type Id = number | string

const present = <T>(value: T | null | undefined): value is T => value !== null && value !== undefined

const load = async (
  documents: DocumentsById,
  collection: CollectionName,
  ids: readonly Id[],
): Promise<Map<string, OfCompany>> => documents.getMany(collection, ids)

/** `ever`: those that were deleted are found as they were then. */
const lookUp = async (
  documents: DocumentsById,
  of: AnyJoin['of'],
  ids: readonly Id[],
  ever: boolean,
): Promise<Found> => {
  const { in: collection } = JOINED[of]
  if (collection === 'contacts') {
    const contacts = await contactsById(documents, ids.map(Number))
    return new Map([...contacts].map(([id, doc]) => [String(id), doc]))
  }
  const found = await load(documents, collection, ids)
  const missing = ever ? ids.filter((id) => !found.has(String(id))) : []
  if (missing.length === 0) return found
  return new Map([...(await load(documents, `deleted-${collection}` as CollectionName, missing)), ...found])
}

type Parts = Record<string, OfCompany | readonly OfCompany[] | null>

/**
 * What stands beside documents of a kind, as its joins say (contracts/views/joins.ts): one `getMany` a collection, and
 * another round for what is known by a joined document alone. What belongs to another company is left out.
 */
export const partsFor = async <K extends JoinKind>(
  documents: DocumentsById,
  kind: K,
  docs: readonly DocOfKind<K>[],
): Promise<(doc: DocOfKind<K>) => PartsOf<K>> => {
  const partsOf = new Map<DocOfKind<K>, Parts>(docs.map((doc) => [doc, {}]))
  const rounds = [false, true].map((second) =>
    joinsOf(kind).filter(([, { through }]) => (through !== undefined) === second),
  )
  for (const joins of rounds) {
    const lookUps = new Map<string, { of: AnyJoin['of']; ever: boolean; ids: Set<Id> }>()
    const asked = [...partsOf].flatMap(([doc, parts]) =>
      joins.map(([part, join]) => {
        const source = join.through === undefined ? doc : parts[join.through]
        const ids = source === null ? [] : join.ids(source).filter(present)
        const ever = join.ever?.(doc as { readonly status?: string }) ?? false
        const key = `${join.of} ${ever}`
        const known = lookUps.get(key) ?? { of: join.of, ever, ids: new Set() }
        for (const id of ids) known.ids.add(id)
        lookUps.set(key, known)
        return { part, join, companyId: doc.companyId, parts, ids, key }
      }),
    )
    const found = new Map(
      await Promise.all(
        [...lookUps].map(
          async ([key, { of, ever, ids }]) => [key, await lookUp(documents, of, [...ids], ever)] as const,
        ),
      ),
    )
    for (const { part, join, companyId, parts, ids, key } of asked) {
      const all = ids.map((id) => found.get(key)?.get(String(id)))
      const own = all.filter((one) => one?.companyId === companyId).filter(present)
      parts[part] = join.many ? own : (own[0] ?? null)
    }
  }
  return (doc) => partsOf.get(doc) as unknown as PartsOf<K>
}
