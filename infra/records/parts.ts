import type { CollectionName } from '@guiche/contracts/views/collections.js'
import {
  type AnyJoin,
  type DocOfKind,
  JOINED_SUBJECTS,
  type JoinKind,
  joinsOf,
  type PartsOf,
} from '@guiche/contracts/views/joins.js'
import { contactsById } from './contacts-by-id.js'
import type { DocumentsById } from './documents.js'

interface OfCompany {
  readonly companyId: number
}
type FoundParts = ReadonlyMap<string, OfCompany>
type Id = number | string

const presentPart = <T>(value: T | null | undefined): value is T => value !== null && value !== undefined

const loadPart = async (
  documents: DocumentsById,
  collection: CollectionName,
  ids: readonly Id[],
): Promise<Map<string, OfCompany>> => documents.getMany(collection, ids)

interface LookUp {
  readonly of: AnyJoin['of']
  /** whether deleted documents are included, in their last state */
  readonly ever: boolean
  readonly ids: Set<Id>
  found: FoundParts
}
/** All ids of one kind that are looked up at once. */
const lookUpOf = (lookUps: Map<string, LookUp>, of: AnyJoin['of'], ever: boolean): LookUp => {
  const key = `${of} ${ever}`
  const known = lookUps.get(key)
  if (known !== undefined) return known
  const made: LookUp = { of, ever, ids: new Set(), found: new Map() }
  lookUps.set(key, made)
  return made
}

const lookUp = async (documents: DocumentsById, { of, ever, ids: wanted }: LookUp): Promise<FoundParts> => {
  const ids = [...wanted]
  const { in: collection } = JOINED_SUBJECTS[of]
  if (collection === 'contacts') {
    const contacts = await contactsById(documents, ids.map(Number))
    return new Map([...contacts].map(([id, doc]) => [String(id), doc]))
  }
  const found = await loadPart(documents, collection, ids)
  const missing = ever ? ids.filter((id) => !found.has(String(id))) : []
  if (missing.length === 0) return found
  return new Map([
    ...(await loadPart(documents, `deleted-${collection}` as CollectionName, missing)),
    ...found,
  ])
}

type JoinedParts = Record<string, OfCompany | readonly OfCompany[] | null>

/**
 * The documents joined to documents of a kind (contracts/views/joins.ts): one `getMany` a collection.
 * Documents that only a joined document names take a second round. Documents of another company are left out.
 */
export const partsFor = async <K extends JoinKind>(
  documents: DocumentsById,
  kind: K,
  docs: readonly DocOfKind<K>[],
): Promise<(doc: DocOfKind<K>) => PartsOf<K>> => {
  const partsOf = new Map<DocOfKind<K>, JoinedParts>(docs.map((doc) => [doc, {}]))
  const joins = joinsOf(kind)
  for (const second of [false, true]) {
    const now = joins.filter(([, { through }]) => (through !== undefined) === second)
    const lookUps = new Map<string, LookUp>()
    const fills: (() => void)[] = []
    for (const [part, join] of now) {
      for (const [doc, parts] of partsOf) {
        const source = join.through === undefined ? doc : parts[join.through]
        const ids = source === null ? [] : join.ids(source).filter(presentPart)
        if (ids.length === 0) {
          parts[part] = join.many ? [] : null
          continue
        }
        const ever = join.ever?.(doc as { readonly status?: string }) ?? false
        const sought = lookUpOf(lookUps, join.of, ever)
        for (const id of ids) sought.ids.add(id)
        const { companyId } = doc
        fills.push(() => {
          const all = ids.map((id) => sought.found.get(String(id)))
          const own = all.filter((one) => one?.companyId === companyId).filter(presentPart)
          parts[part] = join.many ? own : (own[0] ?? null)
        })
      }
    }
    await Promise.all(
      [...lookUps.values()].map(async (one) => {
        one.found = await lookUp(documents, one)
      }),
    )
    for (const fill of fills) fill()
  }
  return (doc) => partsOf.get(doc) as unknown as PartsOf<K>
}
