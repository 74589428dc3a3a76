import { VIEWS, type ViewName } from '@guiche/contracts/views/collections.js'
import type { Logger } from 'pino'
import type { Clock } from '../clock.js'
import type { EventBus } from '../event-bus/event-bus.js'
import type { EventStore } from '../event-store/event-store.js'
import { createLoop } from '../loop.js'
import type { ReadStore } from '../read-store/read-store.js'
import type { ViewNames } from '../read-store/views.js'
import { CHECK_MS, createEngineWatch } from './engines.js'
import { createLag } from './lag.js'
import { createRetryFor, wrapPort } from './retry-for.js'

export interface AvailabilityDeps {
  readonly eventStore: Pick<EventStore, 'lastPublished'>
  readonly eventBus: Pick<EventBus, 'reach'>
  readonly readStore: Pick<ReadStore, 'checkpoints'>
  readonly views: Pick<ViewNames, 'view'>
  /** partition of a company's events in the log; 0 for all companies if there is one partition */
  readonly partitionOf?: (companyId: number) => number
  readonly clock: Clock
  readonly logger: Pick<Logger, 'info' | 'error'>
  /** interval of the checks in ms; default 1,000 */
  readonly every?: number
  /** maximum of time that calls wait for an absent engine, in ms; for tests */
  readonly waitMs?: number
  /** ms within which an engine must answer; default 2,500 */
  readonly answerWithin?: number
}

/** The needs of a service for its engines: reading views, or storing and processing commands. */
export type ServiceNeed = 'reads' | 'commands'

export type EngineName = 'event-store' | 'event-bus' | 'read-store'

/** Availability of the engines, by the last check. */
export interface Availability {
  /** the views can be read; otherwise only health is answered */
  reads(): boolean
  /** commands can be stored and processed */
  commands(): boolean
  /** Tests if the engines serve these needs. Waits for the end of a short outage. */
  until(wanted: ServiceNeed): Promise<boolean>
  /** Wraps the engines for commands and queries: appends and reads wait for the end of a short outage. */
  retrying<S extends Pick<EventStore, 'read' | 'append'>, R extends ReadStore>(engines: {
    eventStore: S
    readStore: R
  }): { eventStore: S; readStore: R }
  /** number of calls that wait for an engine */
  waiting(): number
  /** seconds since the views were last known to be complete; 0 = they are complete */
  stale(): number
  /** Checks now, after a failure, whether an engine is unavailable. */
  away(): Promise<boolean>
  /** whether each engine answers and accepts writes, by name */
  engines(): Readonly<Record<string, boolean>>
  /** names of engines that do not answer or refuse writes, restricted to `of` */
  missing(of?: readonly EngineName[]): string[]
  /** seconds that each view is behind */
  behind(): Readonly<Record<string, number>>
  /** Checks now, and then at intervals. */
  start(): Promise<void>
  stop(): void
}

const APPEND_REFUSED = (value: unknown): boolean => {
  const { ok, error } = value as { ok?: boolean; error?: { kind?: string } }
  return ok === false && error?.kind === 'unavailable'
}
const READ_METHODS = [
  ...(['getMany', 'find', 'count', 'search', 'repeated'] as const),
  ...(['checkpoint', 'aliases', 'awaitCheckpoint'] as const),
]

/** Watches the engines of a service and the lag of the views. */
export const createAvailability = (deps: AvailabilityDeps): Availability => {
  const { eventStore, eventBus, readStore, views, clock, logger, every = CHECK_MS } = deps
  const partitionOf = deps.partitionOf ?? (() => 0)
  const names = Object.keys(VIEWS) as ViewName[]
  const reached = async (partition: number) => {
    const nameOf = new Map(
      await Promise.all(names.map(async (name) => [await views.view(name), name] as const)),
    )
    const found = await readStore.checkpoints([...nameOf.keys()], [partition])
    return new Map(found.map(({ view, position }) => [nameOf.get(view) ?? view, position]))
  }

  let newest: Awaited<ReturnType<EventStore['lastPublished']>> = null
  const watch = createEngineWatch({
    probes: {
      'event-store': async () => {
        newest = await eventStore.lastPublished()
      },
      'event-bus': async () => eventBus.reach?.(),
      'read-store': async () => readStore.checkpoints([await views.view('companies')], [0]),
    },
    logger,
    ...(deps.answerWithin === undefined ? {} : { answerWithin: deps.answerWithin }),
  })
  const lag = createLag({
    newest: async () => {
      if (!watch.up('event-store')) throw new Error('the event store is away')
      return newest === null ? null : { position: newest.position, partition: partitionOf(newest.companyId) }
    },
    readers: names,
    reached,
    connected: () => watch.up('event-bus') && watch.up('read-store'),
    clock,
  })

  const checking = createLoop(
    async () => {
      await watch.check()
      // not awaited: an engine that does not answer must not stop the checks of other engines
      void lag.check()
      checking.wakeIn(every)
    },
    { onFailure: (failure) => logger.error({ err: failure }, 'the engines cannot be checked at') },
  )

  const retries = createRetryFor(deps.waitMs === undefined ? {} : { limitMs: deps.waitMs })
  const reads = () => watch.up('read-store')
  const commands = () => reads() && watch.up('event-store') && watch.up('event-bus')
  const gate = (open: () => boolean) => {
    const run = retries.forEngine({ refused: (isOpen) => isOpen === false })
    return (): Promise<boolean> => {
      let checked = true
      return run(async () => {
        if (!checked) await watch.check()
        checked = false
        return open()
      })
    }
  }
  const gates = { reads: gate(reads), commands: gate(commands) }
  const forStore = retries.forEngine({ refused: APPEND_REFUSED })
  const forViews = retries.forEngine({
    isAway: async () => {
      await watch.check()
      return !reads()
    },
  })

  return {
    reads,
    commands,
    until: (wanted) => gates[wanted](),
    retrying: (engines) => ({
      eventStore: wrapPort(
        watch.writing('event-store', engines.eventStore, ['append']),
        ['read', 'append'],
        forStore,
      ),
      readStore: wrapPort(engines.readStore, READ_METHODS, forViews),
    }),
    waiting: retries.waiting,
    stale: lag.stale,
    away: async () => {
      await watch.check()
      return watch.missing().length > 0
    },
    engines: watch.all,
    missing: (of) => watch.missing().filter((name) => of?.includes(name as EngineName) ?? true),
    behind: lag.behind,
    start: async () => {
      await watch.check()
      await lag.check()
      checking.wakeIn(every)
    },
    stop: () => void checking.stop(),
  }
}
