import type { COLLECTIONS, VIEWS, ViewName } from '@guiche/contracts/collections.js'
import type { Doc, Find, ReadStore, Search } from '../read-store/read-store.js'
import type { ViewNames } from '../read-store/views.js'

export type CollectionName = (typeof VIEWS)[ViewName][number] & (typeof COLLECTIONS)[keyof typeof COLLECTIONS]

/** The read store by the plain names of collections: the version that is read now is found behind each call. */
export interface Documents {
  getMany<D extends Doc>(
    collection: CollectionName,
    ids: readonly (string | number)[],
  ): Promise<Map<string, D>>
  /** The document, or null where it is absent or belongs to another company. */
  one<D extends Doc>(collection: CollectionName, companyId: number, id: string | number): Promise<D | null>
  find<D extends Doc>(query: Omit<Find, 'collection'> & { collection: CollectionName }): Promise<D[]>
  search<D extends Doc>(query: Omit<Search, 'collection'> & { collection: CollectionName }): Promise<D[]>
  count(query: { collection: CollectionName; where: Find['where']; cap: number }): Promise<number>
}

/** The part of `Documents` that reads by id. */
export type DocumentsById = Pick<Documents, 'getMany'>

/**
 * The same documents, each of them read once, also while it is on its way, and as it was then. For the length of one
 * piece of work that comes upon the same documents again and again.
 */
export const readOnce = (documents: DocumentsById): DocumentsById => {
  const reads = new Map<string, Promise<Map<string, Doc>>>()
  return {
    getMany: async <D extends Doc>(collection: CollectionName, ids: readonly (string | number)[]) => {
      const wanted = [...new Set(ids.map(String))]
      const unread = wanted.filter((id) => !reads.has(`${collection}/${id}`))
      if (unread.length > 0) {
        const reading = documents.getMany<Doc>(collection, unread)
        for (const id of unread) reads.set(`${collection}/${id}`, reading)
      }
      const found = new Map<string, D>()
      for (const id of wanted) {
        const doc = (await reads.get(`${collection}/${id}`))?.get(id)
        if (doc !== undefined) found.set(id, doc as D)
      }
      return found
    },
  }
}

export const createDocuments = (readStore: ReadStore, views: ViewNames): Documents => {
  const named = async <Q extends { collection: CollectionName }>(query: Q) => ({
    ...query,
    collection: await views.collection(query.collection),
  })
  const getMany = async <D extends Doc>(
    collection: CollectionName,
    ids: readonly (string | number)[],
  ): Promise<Map<string, D>> => {
    if (ids.length === 0) return new Map()
    return readStore.getMany<D>(await views.collection(collection), [...new Set(ids.map(String))])
  }
  return {
    getMany,
    one: async <D extends Doc>(collection: CollectionName, companyId: number, id: string | number) => {
      const doc = (await getMany<D>(collection, [id])).get(String(id))
      return doc === undefined || doc.companyId !== companyId ? null : doc
    },
    find: async (query) => readStore.find(await named(query)),
    search: async (query) => readStore.search(await named(query)),
    count: async (query) => readStore.count(await named(query)),
  }
}
