import { setTimeout } from 'node:timers/promises'
import type { ViewName } from '@guiche/contracts/views/collections.js'
import type { EventBus } from '@guiche/infra/event-bus/event-bus.js'
import type { EventStore } from '@guiche/infra/event-store/event-store.js'
import { eventsBetween } from '@guiche/infra/event-store/events-between.js'
import { type ProjectorObserver, silentProjector } from '@guiche/infra/metrics/observers.js'
import type { ReadStore } from '@guiche/infra/read-store/read-store.js'
import { createActiveGenerations } from './engine/active-generations.js'
import { createApplier, type Halt } from './engine/apply.js'
import {
  dropGeneration,
  ensureGeneration,
  type Staleness,
  stalenessOf,
  switchAlias,
} from './engine/generations.js'
import type { EngineLog } from './engine/log.js'
import { createOutbox } from './engine/outbox.js'
import { ONE_PARTITION, type Partitions } from './engine/partition.js'
import type { Projection } from './engine/projection.js'
import { beginRebuild, type Progress } from './engine/rebuild.js'
import { type RebuildLease, takeRebuild } from './engine/rebuild-lease.js'
import { type Runner, startRunner } from './engine/runner.js'
import { waitWhileNewer } from './engine/stand-by.js'
import { targetOf, usableViews } from './engine/target.js'
import { projections as everyView } from './views/index.js'

/** Readers renew the alias of a view at least once a second. */
const GRACE_MS = 3000
/** Documents kept in memory between live batches. */
const CACHE = 20_000
/** Interval at which an idle projector checks whether other projectors have rebuilt views. */
const LOOK_EVERY_MS = 1000
/** Events that are read at a time for a view that lags behind. */
const CATCH_UP_BATCH = 500
/** Events in a transaction of a rebuild while other processes serve readers. */
const REBUILD_BATCH = 3000

export type { Partitions, Progress }

export interface ProjectorHealth {
  /** false as soon as a view has halted, changes cannot be handed on or another release has taken over */
  readonly ok: boolean
  readonly views: {
    readonly [name: string]: {
      /** the furthest position in any partition that this process has seen */
      readonly position: string | null
      /** the events at which the view stopped, one a partition */
      readonly halted: readonly Omit<Halt, 'view' | 'error'>[]
    }
  }
}

export interface Projector {
  /**
   * Rebuilds missing and outdated views, or waits until another projector has. Call before `start`. Shared views of a
   * newer release stay: `prepare` waits until a projector has rebuilt them.
   */
  prepare(onProgress?: (progress: Progress) => void): Promise<void>
  /** Follows the events until `stop`. After `prepare`. */
  start(): Promise<void>
  stop(): Promise<void>
  /** Answers from memory, so as fast during an outage of an engine. */
  health(): ProjectorHealth
  /** Rebuilds these views, by default all, while they are read and written; readers switch at the end. */
  rebuild(names?: readonly ViewName[], onProgress?: (progress: Progress) => void): Promise<void>
}

export interface ProjectorDeps {
  readonly eventStore: EventStore
  readonly eventBus: EventBus
  readonly readStore: ReadStore
  readonly logger: EngineLog
  /** default: all views */
  readonly views?: readonly Projection[]
  /** how the bus divides events into partitions; default: one partition */
  readonly partitions?: Partitions
  /** other projectors may work on the same views: one rebuilds at a time, and all switch to its result */
  readonly shared?: boolean
  /** how long readers may use the old generation before a rebuild replaces it while running */
  readonly graceMs?: number
  /** silence of a rebuilding projector after which another projector takes over; default 10 s */
  readonly takeOverAfterMs?: number
  /** folds a rebuild, by default in this thread */
  readonly beginRebuild?: typeof beginRebuild
  /** counts events, for the metrics */
  readonly observer?: ProjectorObserver
}

/** Names of the views that stopped at an event in some partition. */
export const haltedOf = ({ views }: Pick<ProjectorHealth, 'views'>): string[] =>
  Object.entries(views).flatMap(([name, { halted }]) => (halted.length === 0 ? [] : [name]))

const stateOf = (deps: ProjectorDeps) => {
  const { eventStore, eventBus, readStore, logger, partitions = ONE_PARTITION, graceMs = GRACE_MS } = deps
  const projections = deps.views ?? Object.values(everyView)
  const applier = createApplier({
    ...{ readStore, storeId: eventStore.storeId, logger, views: [], cacheSize: CACHE, mode: 'live' },
    missing: async function* (partition, after, until) {
      for await (const batch of eventsBetween(eventStore, { after, until, batchSize: CATCH_UP_BATCH })) {
        const events = batch.filter(({ companyId }) => partitions.of(companyId) === partition)
        if (events.length > 0) yield events
      }
    },
  })
  return {
    ...{ ...deps, partitions, shared: deps.shared ?? false, graceMs, projections, applier },
    outbox: createOutbox(readStore, eventBus, logger),
    activeGenerations: createActiveGenerations({ readStore, projections, graceMs }),
    stopping: new AbortController(),
    runner: null as Runner | null,
    /** the removal of old generations */
    dropping: Promise.resolve(),
    /** the end of a runner whose views another release has taken over */
    left: Promise.resolve(),
  }
}
type State = ReturnType<typeof stateOf>

type MadeGenerations = readonly { readonly projection: Projection; readonly generation: number }[]

/** Other projectors may have rebuilt views. An overtaken release stops for good. */
const refreshGenerations = async (state: State): Promise<void> => {
  const { shared, activeGenerations, applier, logger } = state
  if (!shared) return
  const views = await activeGenerations.lookNowAndThen()
  if (views !== null) applier.replace(views)
  if (activeGenerations.superseded.size === 0) return
  const leaving = state.runner
  state.runner = null
  if (leaving !== null) {
    logger.error({ views: [...activeGenerations.superseded] }, 'another release has taken over these views')
    state.left = leaving.stop()
  }
  throw new Error('another release has taken over')
}

const takeLease = async (state: State): Promise<RebuildLease | null> => {
  const { shared, readStore, takeOverAfterMs = 10_000, stopping } = state
  if (!shared) return { check: () => {}, confirm: async () => {}, release: async () => {} }
  return takeRebuild({ readStore, takeOverAfterMs, signal: stopping.signal })
}

/**
 * Makes new generations and switches readers to them. Gives a function that later removes the old
 * generations.
 */
const buildGenerations = async (
  state: State,
  chosen: readonly Projection[],
  lease: RebuildLease,
  onProgress?: (progress: Progress) => void,
): Promise<() => Promise<void>> => {
  const { eventStore, readStore, logger, partitions, shared, runner } = state
  const isServing = shared || runner !== null
  const replaced = isServing ? await usableViews(readStore, eventStore, chosen, partitions) : []
  const target = () => targetOf(readStore, eventStore, replaced, partitions)
  const rebuilt = await (state.beginRebuild ?? beginRebuild)(
    {
      ...{ eventStore, readStore, logger, partitions, unread: !isServing, check: lease.check },
      ...(shared ? { batchSize: REBUILD_BATCH } : {}),
    },
    chosen,
    onProgress,
  )
  const made = chosen.flatMap((projection) =>
    rebuilt.generations
      .filter(({ name }) => name === projection.name)
      .map(({ generation }) => ({ projection, generation })),
  )
  const finish = async (): Promise<void> => {
    await rebuilt.foldUpTo(await target())
    await lease.confirm()
    for (const { projection, generation } of made) await switchAlias(readStore, projection, generation)
    state.applier.replace(await state.activeGenerations.look())
  }
  try {
    await rebuilt.foldUpTo(await target())
    for (const { projection, generation } of made) await ensureGeneration(readStore, projection, generation)
    // a second run folds the events that came during the first one; so the last run, while nothing moves, is short
    await rebuilt.foldUpTo(await target())
    await (runner === null ? finish() : runner.exclusively(finish))
  } finally {
    await rebuilt.close()
  }
  logger.info({ views: chosen.map(({ name }) => name) }, 'views rebuilt')
  return () => (isServing ? dropLater(state, made) : dropGenerations(state, made))
}

/** Removes the generations before these. */
const dropGenerations = async (
  { readStore, applier, activeGenerations }: State,
  made: MadeGenerations,
): Promise<void> => {
  applier.replace(activeGenerations.settle())
  for (const { projection, generation } of made) {
    // The former generation, and the one before it if a crash left it.
    for (const old of [generation - 1, generation - 2]) {
      if (old > 0) await dropGeneration(readStore, projection, old)
    }
  }
}

/** Removes former generations after the time in which readers may still use them. */
const dropLater = async (state: State, made: MadeGenerations): Promise<void> => {
  const { shared, graceMs } = state
  const { signal } = state.stopping
  if (made.every(({ generation }) => generation === 1)) return dropGenerations(state, made)
  await setTimeout(shared ? 2 * graceMs : graceMs, undefined, { ref: false, signal }).catch(() => {})
  // stopped meanwhile: the next rebuild or start drops the former generation
  if (signal.aborted) return
  await (state.runner === null
    ? dropGenerations(state, made)
    : state.runner.exclusively(() => dropGenerations(state, made)))
}

type StaleView = { readonly projection: Projection; readonly reason: Staleness }

const staleViews = async ({
  readStore,
  eventStore,
  projections,
  partitions,
}: State): Promise<StaleView[]> => {
  const stale: StaleView[] = []
  for (const projection of projections) {
    const reason = await stalenessOf(readStore, eventStore, projection, partitions)
    if (reason !== null) stale.push({ projection, reason })
  }
  return stale
}
const isNewer = ({ shared }: State, { reason }: StaleView): boolean => shared && reason === 'newer-version'
const viewsToRebuild = async (state: State) => (await staleViews(state)).filter((one) => !isNewer(state, one))
const newerViews = async (state: State) =>
  (await staleViews(state)).filter((one) => isNewer(state, one)).map(({ projection }) => projection.name)

/** Rebuilds stale views, unless another projector has rebuilt them meanwhile. */
const rebuildStale = async (state: State, onProgress?: (progress: Progress) => void): Promise<void> => {
  const { logger } = state
  if ((await viewsToRebuild(state)).length === 0) return
  const lease = await takeLease(state)
  if (lease === null) return
  try {
    const stale = await viewsToRebuild(state)
    for (const { projection, reason } of stale) {
      logger.info({ view: projection.name, reason }, 'view is rebuilt')
    }
    const chosen = stale.map(({ projection }) => projection)
    const dropOld =
      chosen.length === 0 ? async () => {} : await buildGenerations(state, chosen, lease, onProgress)
    const dropped = dropOld().finally(() => lease.release())
    if (state.shared)
      state.dropping = dropped.catch((error) => logger.error({ err: error }, 'old views were not removed'))
    else await dropped
  } catch (failure) {
    await lease.release()
    throw failure
  }
}

/** One poll after another: with a slow read store, polls must not queue before the batches. */
const watchGenerations = async (state: State): Promise<void> => {
  const { signal } = state.stopping
  while (!signal.aborted) {
    await state.runner?.exclusively(() => refreshGenerations(state)).catch(() => {})
    await setTimeout(LOOK_EVERY_MS, undefined, { ref: false, signal }).catch(() => {})
  }
}

/** Folds events into views. */
export const createProjector = (deps: ProjectorDeps): Projector => {
  const state = stateOf(deps)
  const { eventBus, readStore, logger, shared, projections, applier, outbox, activeGenerations } = state
  return {
    rebuild: async (names, onProgress) => {
      const chosen = projections.filter(({ name }) => names === undefined || names.includes(name))
      if (chosen.length === 0) return
      await state.dropping
      const lease = await takeLease(state)
      if (lease === null) return
      try {
        await (await buildGenerations(state, chosen, lease, onProgress))()
      } finally {
        await lease.release()
      }
    },
    prepare: async (onProgress) => {
      do await rebuildStale(state, onProgress)
      while (shared && (await waitWhileNewer(() => newerViews(state), logger, state.stopping.signal)))
      for (const { projection, generation } of await activeGenerations.look()) {
        await ensureGeneration(readStore, projection, generation)
        // remains of a rebuild that was stopped or crashed
        if (!shared && generation > 1) await dropGeneration(readStore, projection, generation - 1)
      }
      applier.replace(await activeGenerations.look())
    },
    start: async () => {
      if (state.runner !== null) return
      const { observer = silentProjector } = deps
      state.runner = await startRunner({
        eventBus,
        applier,
        outbox,
        refresh: () => refreshGenerations(state),
        observer,
      })
      if (shared) void watchGenerations(state)
    },
    stop: async () => {
      state.stopping.abort()
      await state.runner?.stop()
      state.runner = null
      await state.left
      await state.dropping
    },
    health: () => {
      const halted = applier.halted()
      const furthest = applier.furthest()
      const views: { [name: string]: ProjectorHealth['views'][string] } = {}
      for (const { name } of projections) {
        views[name] = {
          position: furthest.get(name) ?? null,
          halted: halted
            .filter(({ view }) => view === name)
            .map(({ partition, position, type }) => ({ partition, position, type })),
        }
      }
      const isWell = halted.length === 0 && !outbox.failing && activeGenerations.superseded.size === 0
      return { ok: isWell, views }
    },
  }
}
