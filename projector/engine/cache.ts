import type { Doc } from '@guiche/infra/read-store/read-store.js'

/**
 * The documents used last, absent ones (null) too. Its owner is the only writer of these documents and writes
 * through it, so that a batch reads little. What was not used for as long as `limit` others were used goes.
 */
export interface DocCache {
  /** undefined = not known here */
  get(collection: string, id: string): Doc | null | undefined
  set(collection: string, id: string, doc: Doc | null): void
  clear(): void
}

/**
 * Two halves: what is used moves into the young one; when that is full, it becomes the old one and the old one goes.
 * (One Map in order of use would be slow: finding its first entry walks over all that were deleted before it.)
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
