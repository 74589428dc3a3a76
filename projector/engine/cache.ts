import type { Doc } from '@guiche/infra/read-store/read-store.js'

/**
 * The most recently used documents, including absent ones (null). Their owner is the only writer and writes through the cache,
 * so a batch reads little. Beyond `limit` documents the least recently used one is dropped.
 */
export interface DocCache {
  /** undefined = not known here */
  get(collection: string, id: string): Doc | null | undefined
  set(collection: string, id: string, doc: Doc | null): void
  clear(): void
}

/**
 * A cache of two halves: used documents move into the young half. A full young half becomes the old one, and the former
 * old one is dropped. One Map in order of use would be slow: finding its first entry walks over all deleted ones.
 */
export const createDocCache = (limit: number): DocCache => {
  const half = Math.ceil(limit / 2)
  let young = new Map<string, Doc | null>()
  let old = new Map<string, Doc | null>()
  const put = (key: string, doc: Doc | null): void => {
    young.set(key, doc)
    if (young.size < half) return
    old = young
    young = new Map()
  }
  return {
    get: (collection, id) => {
      const key = `${collection}/${id}`
      const recent = young.get(key)
      if (recent !== undefined) return recent
      const doc = old.get(key)
      if (doc !== undefined) put(key, doc)
      return doc
    },
    set: (collection, id, doc) => put(`${collection}/${id}`, doc),
    clear: () => {
      young.clear()
      old.clear()
    },
  }
}
