import type { Doc } from '@guiche/infra/read-store/read-store.js'

/**
 * The documents used last, absent ones (null) too. Its owner is the only writer of these documents and writes
 * through it, so that a batch reads little. The least recently used go first.
 */
export interface DocCache {
  /** undefined = not known here */
  get(collection: string, id: string): Doc | null | undefined
  set(collection: string, id: string, doc: Doc | null): void
  clear(): void
}

export const createDocCache = (limit: number): DocCache => {
  const known = new Map<string, Doc | null>()
  return {
    get: (collection, id) => {
      const key = `${collection}/${id}`
      const doc = known.get(key)
      if (doc === undefined) return undefined
      known.delete(key)
      known.set(key, doc)
      return doc
    },
    set: (collection, id, doc) => {
      const key = `${collection}/${id}`
      known.delete(key)
      known.set(key, doc)
      if (known.size <= limit) return
      for (const oldest of known.keys()) {
        known.delete(oldest)
        break
      }
    },
    clear: () => known.clear(),
  }
}
