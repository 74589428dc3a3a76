import type { ViewName } from '@guiche/contracts/collections.js'
import type { EventBus } from '@guiche/infra/event-bus/event-bus.js'
import type { EventStore } from '@guiche/infra/event-store/event-store.js'
import type { ReadStore } from '@guiche/infra/read-store/read-store.js'
import { createApplier, type LiveView } from './engine/apply.js'
import { dropGeneration, ensureGeneration, generationOf, staleness, turnTo } from './engine/generations.js'
import type { EngineLog } from './engine/log.js'
import { createOutbox } from './engine/outbox.js'
import { PARTITION } from './engine/partition.js'
import type { Projection } from './engine/projection.js'
import { beginRebuild, type Progress, type Rebuild } from './engine/rebuild.js'
import { type Runner, run } from './engine/run.js'
import { projections as everyView } from './views/index.js'

/** Documents kept in memory between live batches. */
const CACHE = 20_000

export interface ProjectorHealth {
  /** false as soon as a view has halted or changes cannot be handed on */
  readonly ok: boolean
  readonly views: {
    readonly [name: string]: {
      readonly position: string | null
      /** the event at which the view stopped, else null */
      readonly halted: { readonly position: string; readonly type: string } | null
    }
  }
}

export interface Projector {
  /** Rebuilds what is missing, older than the code or of another event store. Before `start`. */
  prepare(onProgress?: (progress: Progress) => void): Promise<void>
  /** Follows the events until `stop`. After `prepare`. */
  start(): Promise<void>
  stop(): Promise<void>
  health(): Promise<ProjectorHealth>
  /** Builds these views anew, all by default, while they are read and written; readers change over at the end. */
  rebuild(names?: readonly ViewName[], onProgress?: (progress: Progress) => void): Promise<void>
}

export interface ProjectorDeps {
  readonly eventStore: EventStore
  readonly eventBus: EventBus
  readonly readStore: ReadStore
  readonly logger: EngineLog
  /** by default every view there is */
  readonly views?: readonly Projection[]
}

/** Folds events into views. */
export const createProjector = (deps: ProjectorDeps): Projector => {
  const { eventStore, eventBus, readStore, logger } = deps
  const projections = deps.views ?? Object.values(everyView)
  let runner: Runner | null = null

  const liveViews = (): Promise<LiveView[]> =>
    Promise.all(
      projections.map(async (projection) => ({
        projection,
        generation: (await generationOf(readStore, projection)) ?? 1,
      })),
    )
  const applier = createApplier({
    readStore,
    storeId: eventStore.storeId,
    logger,
    views: [],
    cacheSize: CACHE,
    mode: 'live',
  })
  const outbox = createOutbox(readStore, eventBus, logger)

  /** Readers change over to what was built; what they read before is removed. */
  const changeOver = async (rebuilt: Rebuild): Promise<void> => {
    for (const { projection, generation } of rebuilt.views) {
      await turnTo(readStore, projection, generation)
    }
    applier.replace(await liveViews())
  }
  const dropOld = async (rebuilt: Rebuild): Promise<void> => {
    for (const { projection, generation } of rebuilt.views) {
      if (generation > 1) await dropGeneration(readStore, projection, generation - 1)
    }
  }

  const rebuild: Projector['rebuild'] = async (names, onProgress) => {
    const chosen = projections.filter(({ name }) => names === undefined || names.includes(name))
    if (chosen.length === 0) return
    const rebuilt = await beginRebuild({ eventStore, readStore, logger }, chosen, onProgress)
    await rebuilt.foldUpTo(await eventStore.head())
    // twice: what came meanwhile is little, and the rest, while nothing moves, is less
    await rebuilt.foldUpTo(await eventStore.head())
    const finish = async (): Promise<void> => {
      const live = [...(await applier.positions(PARTITION)).values()]
      const furthest = live.reduce<string>((a, b) => (b !== null && b > a ? b : a), await eventStore.head())
      await rebuilt.foldUpTo(furthest)
      await changeOver(rebuilt)
    }
    await (runner === null ? finish() : runner.exclusively(finish))
    await dropOld(rebuilt)
    logger.info({ views: chosen.map(({ name }) => name) }, 'views rebuilt')
  }

  return {
    rebuild,
    prepare: async (onProgress) => {
      const stale: ViewName[] = []
      for (const projection of projections) {
        const reason = await staleness(readStore, eventStore, projection)
        if (reason === null) continue
        stale.push(projection.name)
        logger.info({ view: projection.name, reason }, 'view is rebuilt')
      }
      if (stale.length > 0) await rebuild(stale, onProgress)
      for (const { projection, generation } of await liveViews()) {
        await ensureGeneration(readStore, projection, generation)
      }
      applier.replace(await liveViews())
    },
    start: async () => {
      runner ??= await run(eventBus, applier, outbox)
    },
    stop: async () => {
      await runner?.stop()
      runner = null
    },
    health: async () => {
      const positions = await applier.positions(PARTITION)
      const halted = applier.halted()
      const views = Object.fromEntries(
        [...positions].map(([name, position]) => {
          const failure = halted.get(name)
          const stopped = failure === undefined ? null : { position: failure.position, type: failure.type }
          return [name, { position, halted: stopped }]
        }),
      )
      return { ok: halted.size === 0 && !outbox.failing, views }
    },
  }
}
