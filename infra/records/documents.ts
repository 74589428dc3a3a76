import type { CollectionName } from '@guiche/contracts/views/collections.js'
import type { DocOf } from '@guiche/contracts/views/documents.js'
import type { Doc, FindQuery, ReadStore, RepeatedQuery, Scalar, Search } from '../read-store/read-store.js'
import type { ViewNames } from '../read-store/views.js'

/** Documents are ordered by id unless `sort` is given. */
export type Query = Omit<FindQuery, 'collection' | 'sort'> & { readonly sort?: FindQuery['sort'] }

/** Order of work, and of other documents with a position `since`: oldest first. */
export const OLDEST_FIRST: FindQuery['sort'] = [
  ['since', 1],
  ['id', 1],
]

/** The read store by collection names without version: each call uses the version that is read now. */
export interface Documents {
  getMany<C extends CollectionName>(
    collection: C,
    ids: readonly (string | number)[],
  ): Promise<Map<string, DocOf<C>>>
  /** The document, or null where it is absent or belongs to another company. */
  one<C extends CollectionName>(
    collection: C,
    companyId: number,
    id: string | number,
  ): Promise<DocOf<C> | null>
  find<C extends CollectionName>(collection: C, query: Query): Promise<DocOf<C>[]>
  /** The first matching document, or null. */
  first<C extends CollectionName>(collection: C, query: Omit<Query, 'limit'>): Promise<DocOf<C> | null>
  search<C extends CollectionName>(collection: C, query: Omit<Search, 'collection'>): Promise<DocOf<C>[]>
  /** Texts that several documents of a company have in a field, in order. Reads only an index. */
  repeated(collection: CollectionName, query: Omit<RepeatedQuery, 'collection'>): Promise<string[]>
  /** Number of matches, counting no further than `cap`. */
  count(collection: CollectionName, where: FindQuery['where'], cap: number): Promise<number>
}

/** The part of `Documents` that reads by id. */
export type DocumentsById = Pick<Documents, 'getMany'>

/**
 * Reads each document only once, and gives later readers the state of that read. For one task that reads the
 * same documents repeatedly.
 */
export const cacheReads = (documents: DocumentsById): DocumentsById => {
  const reads = new Map<string, Promise<Map<string, Doc>>>()
  return {
    getMany: async <C extends CollectionName>(collection: C, ids: readonly (string | number)[]) => {
      const wanted = [...new Set(ids.map(String))]
      const unread = wanted.filter((id) => !reads.has(`${collection}/${id}`))
      if (unread.length > 0) {
        const reading = documents.getMany(collection, unread)
        for (const id of unread) reads.set(`${collection}/${id}`, reading)
      }
      const found = new Map<string, DocOf<C>>()
      for (const id of wanted) {
        const doc = (await reads.get(`${collection}/${id}`))?.get(id)
        if (doc !== undefined) found.set(id, doc as DocOf<C>)
      }
      return found
    },
  }
}

const PAGE = 200

/** A field of the documents of a collection. */
export type Field<C extends CollectionName> = keyof DocOf<C> & string

/**
 * All matching documents, in pages, in the order of their ids, or of the field `along`, which needs an index.
 * A document whose field decreases during the read may be left out.
 */
export async function* pagesOf<C extends CollectionName>(
  documents: Pick<Documents, 'find'>,
  collection: C,
  where: FindQuery['where'],
  along: Field<C> | null = null,
): AsyncGenerator<DocOf<C>[], void> {
  const fields: Field<C>[] = along === null ? ['id'] : [along, 'id']
  const sort = fields.map((field) => [field, 1] as const)
  for (let after: FindQuery['after']; ; ) {
    const page = await documents.find(collection, { where, sort, limit: PAGE, ...(after && { after }) })
    const last = page.at(-1)
    if (last === undefined) return
    yield page
    after = fields.map((field) => last[field] as Scalar)
  }
}

export const createDocuments = (
  readStore: Pick<ReadStore, 'getMany' | 'find' | 'search' | 'repeated' | 'count'>,
  views: Pick<ViewNames, 'collection'>,
): Documents => {
  const documents: Documents = {
    getMany: async (collection, ids) =>
      ids.length === 0
        ? new Map()
        : readStore.getMany(await views.collection(collection), [...new Set(ids.map(String))]),
    one: async (collection, companyId, id) => {
      const doc = (await documents.getMany(collection, [id])).get(String(id))
      return doc === undefined || doc.companyId !== companyId ? null : doc
    },
    find: async (name, query) =>
      readStore.find({ sort: [['id', 1]], ...query, collection: await views.collection(name) }),
    first: async (name, query) => (await documents.find(name, { ...query, limit: 1 }))[0] ?? null,
    search: async (name, query) => readStore.search({ ...query, collection: await views.collection(name) }),
    repeated: async (name, query) =>
      readStore.repeated({ ...query, collection: await views.collection(name) }),
    count: async (name, where, cap) =>
      readStore.count({ collection: await views.collection(name), where, cap }),
  }
  return documents
}
