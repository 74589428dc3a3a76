import { TOPICS } from '@guiche/contracts/bus/topics.js'
import type { EventBus } from '@guiche/infra/event-bus/event-bus.js'
import type { EventStore } from '@guiche/infra/event-store/event-store.js'
import type { Availability } from '@guiche/infra/health/availability.js'
import { createLoop } from '@guiche/infra/loop.js'
import { inTime } from '@guiche/infra/within.js'
import { PROJECTOR_GROUP } from '@guiche/projector/engine/runner.js'
import type { Logger } from 'pino'
import { type Checkpoint, readCheckpoint } from '../relay/checkpoint.js'
import { createRelayLag } from '../relay/lag.js'

/** Time without a sign of life, or behind, after which a carrier counts as dead, in ms; a take-over is shorter. */
const DEAD_AFTER_MS = 10_000
const POLL_MS = 1000
const ANSWER_WITHIN_MS = 2500

export type Carrier = 'relay' | 'projector'

export interface CarriersDeps {
  readonly eventStore: EventStore
  readonly eventBus: Pick<EventBus, 'members'>
  /** `behind`: seconds by which each view lags; `missing`: unavailable engines */
  readonly availability: Pick<Availability, 'behind' | 'missing'>
  readonly logger: Pick<Logger, 'info' | 'error'>
  readonly elapsed?: () => number
}

/** Observes from outside whether events flow from the event store into the views. */
export interface Carriers {
  /** Polls once. Never rejects. A carrier whose state is unknown keeps its last state. */
  look(): Promise<void>
  start(): void
  stop(): Promise<void>
  /** kinds of carriers of which none works */
  missing(): Carrier[]
  all(): Readonly<Record<Carrier, boolean>>
  /** seconds by which the relay is behind the event store */
  relayLag(): number
}

/**
 * Watches relay and projectors from outside, because a dead process cannot report its own death. 1. Relay: it works
 * while it has a holder and its checkpoint, written every two seconds, changes. 2. Projector: it works while the
 * projectors' group has a member. 3. Both: events arrive at most ten seconds late for at most ten seconds.
 */
export const createCarriers = (deps: CarriersDeps): Carriers => {
  const { eventStore, eventBus, availability, logger, elapsed = () => performance.now() } = deps
  const clock = { now: () => new Date(elapsed()) }
  let seen: Checkpoint | null = null
  const begun = elapsed()
  /** time of each carrier's last sign of life, and the last time when it was not late */
  const alive: Record<Carrier, number> = { relay: begun, projector: begun }
  const inTimeAt: Record<Carrier, number> = { relay: begun, projector: begun }
  let told: readonly Carrier[] = []

  const lag = createRelayLag({
    eventStore,
    // This process is not a carrier itself. The checkpoint tells the relay's progress.
    relay: () => ({ state: () => 'standby', position: () => seen?.position ?? '' }),
    clock,
  })
  const lookAtRelay = async (): Promise<void> => {
    const found = await inTime(readCheckpoint(eventStore), ANSWER_WITHIN_MS)
    const isAlive = found.holder !== null && found.revision !== seen?.revision
    seen = found
    if (isAlive) alive.relay = elapsed()
  }
  const lookAtProjectors = async (): Promise<void> => {
    const members = await inTime(
      eventBus.members?.(TOPICS.events, PROJECTOR_GROUP) ?? Promise.resolve(1),
      ANSWER_WITHIN_MS,
    )
    if (members > 0) alive.projector = elapsed()
  }
  const behind: Readonly<Record<Carrier, () => number>> = {
    relay: () => lag.behind().relay ?? 0,
    // A single lagging view has halted, because projectors fold all views or none. So the least lag counts.
    projector: () => Math.min(...Object.values(availability.behind())),
  }
  const lookAt = async (carrier: Carrier, work: () => Promise<void>): Promise<void> => {
    const isKnown = await work().then(
      () => true,
      () => false,
    )
    // While an engine is away no carrier can work, so none is blamed.
    const isExcused = !isKnown || availability.missing().length > 0
    if (isExcused) alive[carrier] = elapsed()
    if (isExcused || behind[carrier]() * 1000 < DEAD_AFTER_MS) inTimeAt[carrier] = elapsed()
  }

  const isSilent = (carrier: Carrier): boolean => elapsed() - alive[carrier] >= DEAD_AFTER_MS
  const isLate = (carrier: Carrier): boolean => elapsed() - inTimeAt[carrier] >= DEAD_AFTER_MS
  const missing = (): Carrier[] => {
    const relay = isSilent('relay') || isLate('relay')
    // A late projector is not blamed while the relay is silent.
    const projector = isSilent('projector') || (isLate('projector') && !relay)
    return [...(relay ? (['relay'] as const) : []), ...(projector ? (['projector'] as const) : [])]
  }

  const look = async (): Promise<void> => {
    await inTime(lag.check(), ANSWER_WITHIN_MS).catch(() => undefined)
    await Promise.all([lookAt('relay', lookAtRelay), lookAt('projector', lookAtProjectors)])
    const now = missing()
    for (const carrier of now)
      if (!told.includes(carrier)) logger.error({ carrier }, 'events do not arrive: no such service works')
    for (const carrier of told) if (!now.includes(carrier)) logger.info({ carrier }, 'events arrive again')
    told = now
  }
  const looking = createLoop(
    async () => {
      await look()
      looking.wakeIn(POLL_MS)
    },
    { onFailure: (failure) => logger.error({ err: failure }, 'relay and projectors cannot be looked at') },
  )
  return {
    look,
    start: looking.wake,
    stop: looking.stop,
    missing,
    all: () => {
      const dead = missing()
      return { relay: !dead.includes('relay'), projector: !dead.includes('projector') }
    },
    relayLag: behind.relay,
  }
}
