import type { ViewName } from '@guiche/contracts/collections.js'
import { START, type StoredEvent } from '@guiche/contracts/envelope.js'
import type { EventStore } from '@guiche/infra/event-store/event-store.js'
import type { ReadStore } from '@guiche/infra/read-store/read-store.js'
import { type Applier, createApplier, type LiveView, viewName } from './apply.js'
import { createBreath } from './breath.js'
import { dropGeneration, ensureGeneration, generationOf } from './generations.js'
import type { EngineLog } from './log.js'
import { PARTITION } from './partition.js'
import type { Projection } from './projection.js'

/** Few, so that neither this thread nor a transaction is held for more than some 20 ms: others read and write meanwhile. */
const BATCH = 100
const CACHE = 60_000
const TELL_EVERY_MS = 1000

export interface Progress {
  readonly views: readonly string[]
  /** events folded so far */
  readonly events: number
  /** how far that is in the log, and where it ends for now */
  readonly position: string
  readonly head: string
}

/** How far to fold, by partition: a position, inclusive. What is not named is not folded. */
export type Goal = ReadonlyMap<number, string>

/** New generations of views in the making, beside those that are read. Plain data goes in and out of it. */
export interface Rebuild {
  readonly generations: readonly { readonly name: ViewName; readonly generation: number }[]
  /** Folds everything up to the goal; again with a later one to catch up. */
  foldUpTo(goal: Goal): Promise<void>
  /** Frees what it holds. The generations stay as they are. */
  close(): Promise<void>
}

export interface RebuildDeps {
  readonly eventStore: EventStore
  readonly readStore: ReadStore
  readonly logger: EngineLog
}

/** Begins the generation after the one that is read; what an interrupted rebuild left there is removed first. */
const begin = async ({ eventStore, readStore }: RebuildDeps, projection: Projection): Promise<LiveView> => {
  const generation = ((await generationOf(readStore, projection)) ?? 0) + 1
  const view = { projection, generation }
  await dropGeneration(readStore, projection, generation)
  await ensureGeneration(readStore, projection, generation)
  const left = await readStore.checkpoint(viewName(view), PARTITION)
  await readStore.commit({
    checkpoints: [
      {
        expected: left?.position ?? null,
        next: {
          view: viewName(view),
          partition: PARTITION,
          storeId: eventStore.storeId,
          position: START,
        },
      },
    ],
    put: [],
    remove: [],
  })
  return view
}

/** Reads the event store from behind `after` up to `until`, inclusive, in batches. */
async function* eventsBetween(
  eventStore: EventStore,
  after: string,
  until: string,
): AsyncGenerator<readonly StoredEvent[]> {
  if (after >= until || (await eventStore.head()) <= after) return
  const abort = new AbortController()
  try {
    for await (const batch of eventStore.subscribeAll({ after, signal: abort.signal, batchSize: BATCH })) {
      const last = batch.at(-1)
      if (last === undefined) continue
      yield last.position <= until ? batch : batch.filter((event) => event.position <= until)
      // the event at `until` may have been removed meanwhile
      if (last.position >= until || last.position >= (await eventStore.head())) return
    }
  } finally {
    abort.abort()
  }
}

/**
 * Makes new generations of views from the first event on; nothing is published, and readers do not see them yet.
 * `onProgress` is told about once a second, and at the end of each `foldUpTo`.
 */
export const beginRebuild = async (
  deps: RebuildDeps,
  projections: readonly Projection[],
  onProgress: (progress: Progress) => void = () => {},
): Promise<Rebuild> => {
  const { eventStore, readStore, logger } = deps
  const views: LiveView[] = []
  for (const projection of projections) views.push(await begin(deps, projection))
  const applier: Applier = createApplier({
    readStore,
    storeId: eventStore.storeId,
    logger,
    views,
    cacheSize: CACHE,
    mode: 'rebuild',
  })
  const breathe = createBreath()
  let at = START
  let events = 0
  let told = Date.now()
  const names = projections.map(({ name }) => name)

  return {
    generations: views.map(({ projection, generation }) => ({ name: projection.name, generation })),
    foldUpTo: async (goal) => {
      const until = goal.get(PARTITION) ?? START
      for await (const batch of eventsBetween(eventStore, at, until)) {
        await applier.apply(PARTITION, batch)
        await breathe()
        const [failed] = applier.halted()
        if (failed !== undefined)
          throw new Error(`${failed[0]} cannot be rebuilt`, { cause: failed[1].error })
        events += batch.length
        at = batch.at(-1)?.position ?? at
        if (Date.now() - told < TELL_EVERY_MS) continue
        told = Date.now()
        onProgress({ views: names, events, position: at, head: until })
      }
      await applier.settled()
      onProgress({ views: names, events, position: at, head: until })
    },
    close: async () => {},
  }
}
