import type { ReadStore } from './read-store.js'

/** Documents per transaction: few enough to delay readers and writers only for milliseconds. */
const PAGE = 200

/**
 * Removes all documents that a company has in these collections, by their names in the read store, page by page. A
 * document that is written meanwhile may stay. Gives how many went. `between`: waited for after each page, with their
 * number.
 */
export const purgeCompany = async (
  readStore: Pick<ReadStore, 'scan' | 'commit'>,
  collections: readonly string[],
  companyId: number,
  between: (removed: number) => Promise<void> = async () => undefined,
): Promise<number> => {
  let removed = 0
  for (const collection of collections) {
    for (;;) {
      const docs = await readStore.scan(collection, { companyId, limit: PAGE })
      if (docs.length === 0) break
      const remove = docs.map(({ id }) => ({ collection, id }))
      await readStore.commit({ checkpoints: [], put: [], remove })
      removed += docs.length
      await between(docs.length)
    }
  }
  return removed
}
