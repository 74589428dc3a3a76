import type { ConnectionDoc } from '@guiche/contracts/views/directory.js'
import { createLoop } from '@guiche/infra/loop.js'
import { inParallel } from '@guiche/infra/parallel.js'
import type { ReadStore } from '@guiche/infra/read-store/read-store.js'
import type { ViewNames } from '@guiche/infra/read-store/views.js'
import { type Logger, wordsOf } from '../logger.js'
import { type AppliedRequests, desiredStateOf, isShownAs } from './desired-state.js'
import type { Leases } from './lease.js'
import type { Removals } from './removals.js'
import type { StatusReport } from './session-types.js'
import type { Timings } from './timings.js'

export interface SweeperDeps {
  readonly readStore: Pick<ReadStore, 'scan' | 'getMany'>
  readonly views: ViewNames
  readonly leases: Leases
  readonly applied: AppliedRequests
  readonly removals: Pick<Removals, 'left'>
  readonly timings: Timings
  readonly chance: () => number
  /** the last report of a connection that is up here */
  readonly said: (connectionId: number) => StatusReport | undefined
  /** looks after one connection; never rejects */
  readonly look: (doc: ConnectionDoc) => Promise<void>
  /** unlinks and forgets one that was deleted; never rejects */
  readonly remove: (doc: ConnectionDoc) => Promise<void>
  readonly logger: Logger
}

const PAGE = 500
const AT_ONCE = 20
/** Every 20th sweep goes through all connections, in case a change was missed. */
const ALL_EVERY = 20

/**
 * Finds connections that need a check although no change names them. All connections are checked at the start, when
 * another process has gone, and now and then. Other sweeps check only unsettled connections. A check of all includes
 * connections that were deleted while no gateway ran.
 */
export const createSweeper = (deps: SweeperDeps) => {
  const { leases, applied, timings, logger } = deps
  const again = new Set<number>()
  let others: ReadonlySet<string> = new Set()
  let untilAll = 0

  /**
   * Leaves out most connections: those that other processes run, that are already open here, or that should stay closed.
   * Connections that people asked for come first.
   */
  const worthALook = async (docs: readonly ConnectionDoc[]): Promise<readonly ConnectionDoc[]> => {
    const ids = docs.map(({ connectionId }) => connectionId)
    const [taken, past] = await Promise.all([leases.ofOthers(ids), applied.getMany(ids)])
    const found = { apply: [] as ConnectionDoc[], other: [] as ConnectionDoc[] }
    for (const doc of docs) {
      const { connectionId, reason } = doc
      const isSuspended = reason === 'ERR_WAPP_TEMP_BANNED'
      // The simulator is switched on and off between two runs: a look at all connections finds that early enough.
      const mayComeBack = isSuspended || reason === 'ERR_SIMULATOR_OFF'
      if (taken.get(connectionId) === 'ending' || isSuspended) again.add(connectionId)
      if (taken.has(connectionId)) continue
      const said = deps.said(connectionId)
      const desired = desiredStateOf(doc, past(connectionId), false).kind
      if (desired === 'apply') found.apply.push(doc)
      else if (said === undefined ? desired !== 'nothing' || mayComeBack : !isShownAs(doc, said))
        found.other.push(doc)
    }
    return [...found.apply, ...found.other]
  }

  const lookAt = async (docs: readonly ConnectionDoc[]): Promise<void> => {
    await inParallel(await worthALook(docs), AT_ONCE, deps.look)
  }

  const removeLeft = async (docs: readonly ConnectionDoc[]): Promise<void> => {
    const left = new Set(await deps.removals.left(docs.map(({ connectionId }) => connectionId)))
    const toRemove = docs.filter(({ connectionId }) => left.has(connectionId))
    await inParallel(toRemove, AT_ONCE, deps.remove)
  }

  const eachPage = async (
    name: 'connections' | 'deleted-connections',
    take: (docs: readonly ConnectionDoc[]) => Promise<void>,
  ): Promise<void> => {
    const collection = await deps.views.collection(name)
    for (let after: string | undefined; ; ) {
      const page = await deps.readStore.scan<ConnectionDoc>(collection, {
        limit: PAGE,
        ...(after !== undefined && { after }),
      })
      await take(page)
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
    const isForAll = untilAll === 0
    // an interrupted sweep starts again from the beginning
    const left = isForAll ? ALL_EVERY : untilAll
    untilAll = 0
    if (isForAll) {
      await eachPage('connections', lookAt)
      await eachPage('deleted-connections', removeLeft)
    } else {
      const collection = await deps.views.collection('connections')
      await lookAt([...(await deps.readStore.getMany<ConnectionDoc>(collection, ids)).values()])
    }
    untilAll = left - 1
  }

  const loop = createLoop(() => sweep().finally(plan), {
    onFailure: (error) => logger.warn({ error: wordsOf(error) }, 'connections cannot be read'),
  })
  const plan = (): void => loop.wakeIn(timings.sweepMs * (0.75 + deps.chance() / 2))

  return {
    /** Checks all connections, then checks them periodically. */
    start: async (): Promise<void> => {
      await sweep()
      plan()
    },
    /** The connection could not be settled: the next sweep looks again. */
    again: (connectionId: number): void => void again.add(connectionId),
    stop: loop.stop,
  }
}
