import { COLLECTIONS } from '@guiche/contracts/collections.js'
import type { ConnectionDoc } from '@guiche/contracts/views/directory.js'
import type { ReadStore } from '@guiche/infra/read-store/read-store.js'
import type { ViewNames } from '@guiche/infra/read-store/views.js'
import { type Logger, wordsOf } from '../logger.js'
import type { Leases } from './lease.js'
import { type Obeyed, wishOf } from './requests-obeyed.js'
import type { Timings } from './timings.js'

interface Deps {
  readonly readStore: Pick<ReadStore, 'scan'>
  readonly views: ViewNames
  readonly leases: Leases
  readonly obeyed: Obeyed
  readonly timings: Timings
  readonly chance: () => number
  /** looks after one connection; never rejects */
  readonly look: (doc: ConnectionDoc) => Promise<void>
  readonly logger: Logger
}

const PAGE = 500

/** Finds the connections that are to be looked after although no change tells of them. */
export const createSweeper = (deps: Deps) => {
  const { leases, obeyed, timings, logger } = deps
  let stopped = false
  let timer: NodeJS.Timeout | undefined

  /** Without those that others run, and those that are down and to stay so: most of all, where there are many. */
  const worthALook = async (docs: readonly ConnectionDoc[]): Promise<readonly ConnectionDoc[]> => {
    const ids = docs.map(({ connectionId }) => connectionId)
    const [others, past] = await Promise.all([leases.ofOthers(ids), obeyed.getMany(ids)])
    return docs.filter((doc) => {
      if (others.has(doc.connectionId)) return false
      const isDown = wishOf(doc, past(doc.connectionId), false).kind === 'nothing'
      return !isDown || doc.reason === 'ERR_WAPP_TEMP_BANNED'
    })
  }

  const sweep = async (): Promise<void> => {
    const collection = await deps.views.collection(COLLECTIONS.connections)
    for (let after: string | undefined; ; ) {
      const page = await deps.readStore.scan<ConnectionDoc>(collection, {
        limit: PAGE,
        ...(after !== undefined && { after }),
      })
      const due = await worthALook(page)
      await Promise.all(due.map(deps.look))
      if (page.length < PAGE) return
      after = page.at(-1)?.id
    }
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
    stop: (): void => {
      stopped = true
      clearTimeout(timer)
    },
  }
}
