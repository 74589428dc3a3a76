import { COLLECTIONS } from '@guiche/contracts/collections.js'
import type { DueWorkDoc } from '@guiche/contracts/views/due-work.js'
import type { Clock } from '../clock.js'
import type { ReadStore } from '../read-store/read-store.js'
import type { ViewNames } from '../read-store/views.js'
import type { Waiting } from './gauges.js'

const KINDS: readonly DueWorkDoc['kind'][] = ['send', 'edit', 'revoke', 'reaction', 'read', 'media', 'erase']
/** Nobody needs to know it more exactly than this. */
const CAP = 10_000

/** How much work waits to be done outside, of each kind, over all companies. */
export const createDueWork =
  (deps: {
    readonly readStore: Pick<ReadStore, 'count' | 'find'>
    readonly views: ViewNames
    readonly clock: Clock
  }) =>
  async (): Promise<readonly Waiting[]> => {
    const collection = await deps.views.collection(COLLECTIONS.dueWork)
    const now = deps.clock.now().getTime()
    return Promise.all(
      KINDS.map(async (kind) => {
        const where = { kind }
        const [count, [oldest]] = await Promise.all([
          deps.readStore.count({ collection, where, cap: CAP }),
          deps.readStore.find<DueWorkDoc>({
            collection,
            where,
            sort: [
              ['since', 1],
              ['id', 1],
            ],
            limit: 1,
          }),
        ])
        const age = oldest === undefined ? 0 : (now - Date.parse(oldest.requestedAt)) / 1000
        return { kind, count, oldest: Math.max(0, age) }
      }),
    )
  }
