import { collectionOf, dueKinds } from '@guiche/contracts/due-work/index.js'
import type { Clock } from '../clock.js'
import { BY_TIME } from '../due-work/due-work.js'
import type { ReadStore } from '../read-store/read-store.js'
import { createViewNames } from '../read-store/views.js'
import { createDocuments } from '../records/documents.js'
import type { WaitingWork } from './gauges.js'

/** Counting stops here: more exact numbers are of no use. */
const MAX_COUNT = 10_000

/**
 * How much work waits whose time has come, of each kind, over all companies. `readStore`: one that answers or rejects
 * at once; a scrape must not wait for the end of an outage.
 */
export const createDueWork = (deps: { readonly readStore: ReadStore; readonly clock: Clock }) => {
  const documents = createDocuments(deps.readStore, createViewNames(deps.readStore))
  return async (): Promise<readonly WaitingWork[]> => {
    const now = deps.clock.now().getTime()
    const dueAt = { lte: new Date(now).toISOString() }
    return Promise.all(
      dueKinds.map(async (kind) => {
        const [count, oldest] = await Promise.all([
          documents.count(collectionOf(kind), { kind, dueAt }, MAX_COUNT),
          documents.first(collectionOf(kind), { where: { kind, dueAt }, sort: BY_TIME }),
        ])
        const age = oldest === null ? 0 : (now - Date.parse(oldest.dueAt)) / 1000
        return { kind, count, oldest: Math.max(0, age) }
      }),
    )
  }
}
