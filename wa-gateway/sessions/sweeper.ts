import { COLLECTIONS } from '@guiche/contracts/collections.js'
import type { ConnectionDoc } from '@guiche/contracts/views/directory.js'
import type { ReadStore } from '@guiche/infra/read-store/read-store.js'
import type { ViewNames } from '@guiche/infra/read-store/views.js'
import { type Logger, wordsOf } from '../logger.js'
import type { Leases } from './lease.js'
import { type Obeyed, wishOf } from './requests-obeyed.js'
import type { Timings } from './timings.js'

interface Deps {
  readonly readStore: Pick<ReadStore, 'scan' | 'getMany'>
  readonly views: ViewNames
  readonly leases: Leases
  readonly obeyed: Obeyed
  readonly timings: Timings
  readonly chance: () => number
  readonly isHeld: (connectionId: number) => boolean
  /** looks after one connection; never rejects */
  readonly look: (doc: ConnectionDoc) => Promise<void>
  readonly logger: Logger
}

const PAGE = 500
const AT_ONCE = 20
/** One sweep of so many goes through all connections, in case a change was missed. */
const ALL_EVERY = 20

/**
 * Finds the connections that are to be looked after although no change tells of them: all of them at the start, when
 * another process has gone, and now and then; in between only those that could not be settled.
 */
export const createSweeper = (deps: Deps) => {
  const { leases, obeyed, timings, logger } = deps
  const again = new Set<number>()
  let others: ReadonlySet<string> = new Set()
  let untilAll = 0
  let stopped = false
  let timer: NodeJS.Timeout | undefined

  /**
   * Without those that others run, those that are up here, and those that are down and to stay so: most of all, where
   * there are many. What people asked for comes first.
   */
  const worthALook = async (docs: readonly ConnectionDoc[]): Promise<readonly ConnectionDoc[]> => {
    const ids = docs.map(({ connectionId }) => connectionId)
    const [taken, past] = await Promise.all([leases.ofOthers(ids), obeyed.getMany(ids)])
    const found = { obey: [] as ConnectionDoc[], other: [] as ConnectionDoc[] }
    for (const doc of docs) {
      const { connectionId, reason } = doc
      const isSuspended = reason === 'ERR_WAPP_TEMP_BANNED'
      if (taken.get(connectionId) === 'ending' || isSuspended) again.add(connectionId)
      if (taken.has(connectionId)) continue
      const wish = wishOf(doc, past(connectionId), false).kind
      if (wish === 'obey') found.obey.push(doc)
      else if (!deps.isHeld(connectionId) && (wish !== 'nothing' || isSuspended)) found.other.push(doc)
    }
    return [...found.obey, ...found.other]
  }

  const lookAt = async (docs: readonly ConnectionDoc[]): Promise<void> => {
    const due = [...(await worthALook(docs))]
    const work = async (): Promise<void> => {
      for (let doc = due.shift(); doc !== undefined; doc = due.shift()) await deps.look(doc)
    }
    await Promise.all(Array.from({ length: AT_ONCE }, work))
  }

  const lookAtAll = async (collection: string): Promise<void> => {
    for (let after: string | undefined; ; ) {
      const page = await deps.readStore.scan<ConnectionDoc>(collection, {
        limit: PAGE,
        ...(after !== undefined && { after }),
      })
      await lookAt(page)
      if (page.length < PAGE) return
      after = page.at(-1)?.id
    }
  }

  const sweep = async (): Promise<void> => {
    const before = others
    others = await leases.others()
    if ([...before].some((name) => !others.has(name))) untilAll = 0
    const ids = [...again].map(String)
    again.clear()
    const collection = await deps.views.collection(COLLECTIONS.connections)
    const isForAll = untilAll === 0
    // A sweep that is cut short is done anew, whole.
    const left = isForAll ? ALL_EVERY : untilAll
    untilAll = 0
    if (isForAll) await lookAtAll(collection)
    else await lookAt([...(await deps.readStore.getMany<ConnectionDoc>(collection, ids)).values()])
    untilAll = left - 1
  }

  const plan = (): void => {
    if (stopped) return
    timer = setTimeout(
      () => {
        sweep()
          .catch((error: unknown) => logger.warn({ error: wordsOf(error) }, 'connections cannot be read'))
          .finally(plan)
      },
      timings.sweepMs * (0.75 + deps.chance() / 2),
    )
    timer.unref()
  }

  return {
    /** Looks at all connections, then keeps looking. */
    start: async (): Promise<void> => {
      stopped = false
      await sweep()
      plan()
    },
    /** It could not be settled: it is looked at again at the next sweep. */
    again: (connectionId: number): void => void again.add(connectionId),
    stop: (): void => {
      stopped = true
      clearTimeout(timer)
    },
  }
}
