import { setTimeout } from 'node:timers/promises'
import type { ViewName } from '@guiche/contracts/collections.js'
import { START } from '@guiche/contracts/envelope.js'
import type { EventBus } from '@guiche/infra/event-bus/event-bus.js'
import type { EventStore } from '@guiche/infra/event-store/event-store.js'
import type { ReadStore } from '@guiche/infra/read-store/read-store.js'
import { createApplier, type LiveView } from './engine/apply.js'
import { dropGeneration, ensureGeneration, generationOf, staleness, turnTo } from './engine/generations.js'
import type { EngineLog } from './engine/log.js'
import { createOutbox } from './engine/outbox.js'
import { PARTITION } from './engine/partition.js'
import type { Projection } from './engine/projection.js'
import { beginRebuild, type Goal, type Progress, type Rebuild } from './engine/rebuild.js'
import { type Runner, run } from './engine/run.js'
import { projections as everyView } from './views/index.js'

/** Readers look the alias of a view up anew at least once a second. */
const GRACE_MS = 3000
/** Documents kept in memory between live batches. */
const CACHE = 20_000

export type { Progress }

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
  /** how long readers may go on with the generation before a rebuild while it runs */
  readonly graceMs?: number
  /** where a rebuild's folding runs; by default in this thread */
  readonly beginRebuild?: typeof beginRebuild
}

/** Folds events into views. */
export const createProjector = (deps: ProjectorDeps): Projector => {
  const { eventStore, eventBus, readStore, logger, graceMs = GRACE_MS } = deps
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

  /** Readers change over to what was built. What they read before stays up to date until all of them have noticed. */
  const changeOver = async (rebuilt: Rebuild): Promise<LiveView[]> => {
    const made = projections.flatMap((projection) =>
      rebuilt.generations
        .filter(({ name }) => name === projection.name)
        .map(({ generation }) => ({ projection, generation })),
    )
    const before = made
      .filter(({ generation }) => generation > 1)
      .map(({ projection, generation }) => ({ projection, generation: generation - 1, silent: true }))
    for (const { projection, generation } of made) {
      await turnTo(readStore, projection, generation)
    }
    applier.replace([...before, ...(await liveViews())])
    return before
  }

  /** How far the new generations go: to the end, or where the live ones are, whose changes are told from there on. */
  const goal = async (): Promise<Goal> => {
    if (runner === null) return new Map([[PARTITION, await eventStore.head()]])
    const positions = [...(await applier.positions(PARTITION)).values()]
    return new Map([[PARTITION, positions.reduce<string>((a, b) => (b !== null && b > a ? b : a), START)]])
  }

  const rebuild: Projector['rebuild'] = async (names, onProgress) => {
    const chosen = projections.filter(({ name }) => names === undefined || names.includes(name))
    if (chosen.length === 0) return
    const begin = deps.beginRebuild ?? beginRebuild
    const rebuilt = await begin({ eventStore, readStore, logger }, chosen, onProgress)
    const running = runner
    const build = async (): Promise<LiveView[]> => {
      await rebuilt.foldUpTo(await goal())
      // twice: what came meanwhile is little, and the rest, while nothing moves, is less
      await rebuilt.foldUpTo(await goal())
      const finish = async (): Promise<LiveView[]> => {
        await rebuilt.foldUpTo(await goal())
        return changeOver(rebuilt)
      }
      return running === null ? finish() : running.exclusively(finish)
    }
    const before = await build().finally(() => rebuilt.close())
    const drop = async (): Promise<void> => {
      applier.replace(await liveViews())
      for (const { projection, generation } of before) await dropGeneration(readStore, projection, generation)
    }
    if (running === null) await drop()
    else {
      await setTimeout(graceMs, undefined, { ref: false })
      // stopped meanwhile: the next start drops it
      if (runner !== running) return
      await running.exclusively(drop)
    }
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
        // what a stop or a crash left behind a rebuild
        if (generation > 1) await dropGeneration(readStore, projection, generation - 1)
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
