import type { CollectionName } from '@guiche/contracts/views/collections.js'
import type { DocOf } from '@guiche/contracts/views/documents.js'
import type { FindQuery } from '@guiche/infra/read-store/read-store.js'
import { type Documents, type Field, pagesOf } from '@guiche/infra/records/documents.js'

/** Number of items of a page that are processed at once. */
const AT_ONCE = 20

/**
 * Applies `work` to all matching documents, some in parallel; `work` must not change ids. Stops at the first
 * result for which `failure` gives an error, and gives that error; else null. `along` as in `pagesOf`.
 */
export const forEachDocument = async <C extends CollectionName, R, E>(
  documents: Pick<Documents, 'find'>,
  collection: C,
  where: FindQuery['where'],
  work: (doc: DocOf<C>) => Promise<R>,
  failure: (result: R) => E | null,
  along: Field<C> | null = null,
): Promise<E | null> => {
  for await (const docs of pagesOf(documents, collection, where, along)) {
    for (let from = 0; from < docs.length; from += AT_ONCE) {
      const results = await Promise.all(docs.slice(from, from + AT_ONCE).map(work))
      for (const result of results) {
        const failed = failure(result)
        if (failed !== null) return failed
      }
    }
  }
  return null
}
