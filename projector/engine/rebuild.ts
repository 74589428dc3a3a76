import { START, type StoredEvent } from '@guiche/contracts/envelope.js'
import type { ViewName } from '@guiche/contracts/views/collections.js'
import type { EventStore } from '@guiche/infra/event-store/event-store.js'
import { eventsBetween } from '@guiche/infra/event-store/events-between.js'
import type { ReadStore } from '@guiche/infra/read-store/read-store.js'
import { type Applier, createApplier } from './apply.js'
import { generationOf, makeGeneration } from './generations.js'
import { type LiveView, type Part, viewName } from './live-view.js'
import type { EngineLog } from './log.js'
import { ONE_PARTITION, type Partitions } from './partition.js'
import type { Projection } from './projection.js'
import { createYield } from './yield-to-event-loop.js'

/** Events of one transaction: few, so that it blocks readers and writers for about 20 ms. */
const BATCH = 100
/** Many, where no reader or writer waits. */
const UNREAD_BATCH = 2500
const CACHE = 60_000
const TELL_EVERY_MS = 1000

export interface Progress {
  readonly views: readonly string[]
  /** events folded so far */
  readonly events: number
  /** position of the last folded event, and the present end of the log */
  readonly position: string
  readonly head: string
}

/** The last position to fold in each partition. Absent partitions are not folded. */
export type TargetPositions = ReadonlyMap<number, string>

/**
 * Builds new generations of views beside the current ones. Arguments and results are plain data, so that a rebuild can run in a
 * thread.
 */
export interface Rebuild {
  readonly generations: readonly { readonly name: ViewName; readonly generation: number }[]
  /** Folds up to the target; may be repeated. Rejects on a competing rebuild or a view that cannot be built. */
  foldUpTo(target: TargetPositions): Promise<void>
  /** Frees resources. The generations stay unchanged. */
  close(): Promise<void>
}

export interface RebuildDeps {
  readonly eventStore: Pick<EventStore, 'storeId' | 'head' | 'subscribeAll'>
  readonly readStore: ReadStore
  readonly logger: EngineLog
  /** default: one partition */
  readonly partitions?: Partitions
  /** maximum of events in one transaction; default 100, or 2,500 if `unread` */
  readonly batchSize?: number
  /** nobody reads or writes the store until the views are made */
  readonly unread?: boolean
  /** Called before each batch: throws when another process has taken the rebuild over. */
  readonly check?: () => void
}

/** Overwrites the checkpoints of views. Rejects if another process writes them meanwhile. */
const setCheckpoints = async (
  { eventStore: { storeId }, readStore }: RebuildDeps,
  views: readonly LiveView[],
  positions: TargetPositions,
): Promise<void> => {
  for (const name of views.map(viewName)) {
    const found = await readStore.checkpoints([name], [...positions.keys()])
    const before = new Map(found.map(({ partition, position }) => [partition, position]))
    const checkpoints = [...positions].map(([partition, position]) => ({
      expected: before.get(partition) ?? null,
      next: { view: name, partition, storeId, position },
    }))
    const result = await readStore.commit({ checkpoints, put: [], remove: [] })
    if (result === 'conflict') throw new Error('another process builds the same views')
  }
}

/** Begins the generation after the one in use. First removes the rest of an interrupted rebuild. */
const beginGeneration = async (
  deps: RebuildDeps,
  { all }: Partitions,
  projections: readonly Projection[],
): Promise<LiveView[]> => {
  const views: LiveView[] = []
  for (const projection of projections) {
    const generation = ((await generationOf(deps.readStore, projection)) ?? 0) + 1
    views.push({ projection, generation })
  }
  // This write comes first: it fails if the projector has lost the lease, and then nothing more is written.
  await setCheckpoints(deps, views, new Map(all.map((partition) => [partition, START])))
  for (const { projection, generation } of views) {
    await makeGeneration(deps.readStore, projection, generation, deps.unread)
  }
  return views
}

/**
 * Makes new generations of views from the first event on; nothing is published, and readers do not see them yet.
 * `onProgress` is called about once a second, and at the end of each `foldUpTo`.
 */
export const beginRebuild = async (
  deps: RebuildDeps,
  projections: readonly Projection[],
  onProgress: (progress: Progress) => void = () => {},
): Promise<Rebuild> => {
  const { eventStore, readStore, logger, partitions = ONE_PARTITION, unread = false } = deps
  const { batchSize = unread ? UNREAD_BATCH : BATCH } = deps
  const views = await beginGeneration(deps, partitions, projections)
  const applier: Applier = createApplier({
    readStore,
    storeId: eventStore.storeId,
    logger,
    views,
    cacheSize: CACHE,
    mode: 'rebuild',
  })
  const breathe = createYield()
  /** position up to which all events of a partition are folded */
  const done = new Map(partitions.all.map((partition) => [partition, START]))
  /** last folded event of each partition, for its checkpoint */
  const last = new Map<number, string>()
  let events = 0
  let lastLogged = Date.now()
  const names = projections.map(({ name }) => name)

  /** The events that are to be folded now, by partition. */
  const partsOf = (batch: readonly StoredEvent[], target: TargetPositions, leftOut: Set<number>): Part[] => {
    const parts = new Map<number, StoredEvent[]>()
    for (const event of batch) {
      const partition = partitions.of(event.companyId)
      if (event.position <= (done.get(partition) ?? START)) continue
      if (event.position > (target.get(partition) ?? START)) {
        leftOut.add(partition)
        continue
      }
      const part = parts.get(partition)
      if (part === undefined) parts.set(partition, [event])
      else part.push(event)
    }
    return [...parts].map(([partition, part]) => ({ partition, events: part }))
  }

  return {
    generations: views.map(({ projection, generation }) => ({ name: projection.name, generation })),
    foldUpTo: async (target) => {
      const behind = [...target].filter(([partition, until]) => until > (done.get(partition) ?? START))
      if (behind.length === 0) return
      const until = behind.reduce((a, [, b]) => (b > a ? b : a), START)
      const after = behind.reduce((a, [partition]) => {
        const position = done.get(partition) ?? START
        return position < a ? position : a
      }, until)
      const leftOut = new Set<number>()
      let position = after
      const tell = () => onProgress({ views: names, events, position, head: until })
      // Reads the store once for all partitions. A partition with a lower target skips events beyond it.
      for await (const batch of eventsBetween(eventStore, { after, until, batchSize })) {
        deps.check?.()
        const parts = partsOf(batch, target, leftOut)
        if (parts.length > 0) await applier.applyAll(parts)
        await breathe()
        const [failed] = applier.halted()
        if (failed !== undefined) throw new Error(`${failed.view} cannot be rebuilt`, { cause: failed.error })
        for (const part of parts) {
          events += part.events.length
          last.set(part.partition, part.events.at(-1)?.position ?? START)
        }
        position = batch.at(-1)?.position ?? position
        if (Date.now() - lastLogged < TELL_EVERY_MS) continue
        lastLogged = Date.now()
        tell()
      }
      await applier.settled()
      // Partitions without events reach the target, too.
      const idle = behind.filter(([partition, end]) => (last.get(partition) ?? START) < end)
      if (idle.length > 0) {
        await setCheckpoints(deps, views, new Map(idle))
        applier.forget()
      }
      for (const [partition, position] of done) {
        if (!leftOut.has(partition) && position >= after)
          done.set(partition, position > until ? position : until)
        else if (position < (target.get(partition) ?? START))
          done.set(partition, target.get(partition) ?? START)
      }
      position = until
      tell()
    },
    close: async () => {},
  }
}
