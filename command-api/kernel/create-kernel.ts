import { setTimeout as sleep } from 'node:timers/promises'
import type { AnyEvent, NewEvent, StoredEvent } from '@guiche/contracts/envelope.js'
import { type DomainError, domainError } from '@guiche/contracts/errors.js'
import { err, ok, type Result } from '@guiche/contracts/result.js'
import { createBoundedCache } from '@guiche/infra/bounded-cache.js'
import type { Clock } from '@guiche/infra/clock.js'
import type { AppendError, EventStore, ReadOptions } from '@guiche/infra/event-store/event-store.js'
import { derivedUuid, isRandom } from '@guiche/infra/ids.js'
import { type CommandObserver, silentCommands } from '@guiche/infra/metrics/observers.js'
import { createSerialQueue } from '@guiche/infra/serial-queue.js'
import type { Logger } from 'pino'
import { advance, EMPTY, type Folded, recordedId, repetitionOf } from './folded.js'
import type { Decider, ExecuteOptions, Handled, Kernel, Meta } from './kernel.js'
import { StoreUnavailable } from './unavailable.js'

/** How long a command decides again on conflicts, in milliseconds. */
const TIMEOUT_MS = 2000
/** Folded states kept, of the streams that are many and soon over, and again as many of all others. */
const CACHED_STREAMS = 10_000
const PASSING = /^(message|reactor|command|marks)-/
/** Events that are read first of a stream that is folded from its end. */
const LAST_EVENTS = 20

// biome-ignore lint/suspicious/noExplicitAny: the cache holds states of every decider, each behind its own key
type AnyDecider = Decider<any, any, any>

const errorOf = (error: Exclude<AppendError, { kind: 'conflict' }>): DomainError => {
  switch (error.kind) {
    case 'too-large':
      return domainError('ERR_VALIDATION', { field: error.type })
    case 'invalid':
      return domainError('ERR_VALIDATION', { field: error.type, message: error.message })
    // only the streams of an erased contact are ever removed
    case 'removed':
      return domainError('ERR_CONTACT_ERASED')
    case 'unavailable':
      return domainError('ERR_UNAVAILABLE')
  }
}

const newEvents = (events: readonly AnyEvent[], meta: Meta, time: string): NewEvent[] =>
  events.map((event, index) => ({
    id: derivedUuid(recordedId(meta), index),
    type: event.type,
    data: event.data,
    companyId: meta.companyId,
    time,
    actor: meta.actor,
    correlationId: meta.correlationId,
    causationId: recordedId(meta),
  }))

const about = (stream: string, events: readonly NewEvent[]) => ({
  stream,
  types: events.map(({ type }) => type),
})

/**
 * The way of every command: see the interface. Of the store's outages only `load` and `remove` reject (StoreUnavailable).
 * `sole`: nobody else writes to the store, so a folded state that is kept is the current one and is not read forward.
 */
export const createKernel = (deps: {
  eventStore: Pick<EventStore, 'read' | 'append' | 'isRemoved' | 'remove'>
  clock: Clock
  logger: Logger
  observer?: Pick<CommandObserver, 'appended' | 'handled'>
  sole?: boolean
}): Kernel => {
  const { eventStore, clock, logger, observer = silentCommands, sole = false } = deps
  const createCache = () =>
    createBoundedCache<string, { decider: AnyDecider; folded: Folded<unknown> }>(CACHED_STREAMS)
  const [passing, lasting] = [createCache(), createCache()]
  const cacheOf = (stream: string) => (PASSING.test(stream) ? passing : lasting)
  const inTurn = createSerialQueue()

  const cached = <S, C, E extends AnyEvent>(decider: Decider<S, C, E>, stream: string): Folded<S> | null => {
    const found = cacheOf(stream).get(stream)
    return found?.decider === decider ? (found.folded as Folded<S>) : null
  }
  const keep = <S>(decider: AnyDecider, stream: string, folded: Folded<S>): Folded<S> => {
    const known = cacheOf(stream).get(stream)
    // a stream that does not exist is not worth a place, and a slow read must not take a newer state back
    const newer = known?.decider === decider && known.folded.revision > folded.revision
    if (folded.revision >= 0 && !newer) cacheOf(stream).set(stream, { decider, folded })
    return folded
  }
  const read = (stream: string, options: ReadOptions): Promise<StoredEvent[]> =>
    eventStore.read(stream, options).catch((cause: unknown) => {
      throw new StoreUnavailable(cause)
    })
  /** The last events of a stream, oldest first, as many as suffice. */
  const readEnd = async (
    stream: string,
    suffices: (last: readonly AnyEvent[]) => boolean,
  ): Promise<StoredEvent[]> => {
    for (let limit = LAST_EVENTS; ; limit *= 10) {
      const last = (await read(stream, { direction: 'backwards', limit })).reverse()
      if (last.length < limit || suffices(last)) return last
    }
  }
  /** Reads what lies behind `known` and folds it on. */
  const catchUp = async <S, C, E extends AnyEvent>(
    decider: Decider<S, C, E>,
    stream: string,
    known: Folded<S> | null,
  ): Promise<Folded<S>> => {
    const none = { ...EMPTY, state: decider.initial }
    const start = known ?? none
    const { fromEnd } = decider
    if (start.revision < 0) {
      const events =
        known === null && fromEnd !== undefined
          ? await readEnd(stream, fromEnd as (last: readonly AnyEvent[]) => boolean)
          : await read(stream, {})
      return keep(decider, stream, advance(decider, start, events))
    }
    // what is known is read on from its last event: without that the stream was removed, maybe by another process
    const events = await read(stream, { from: start.revision })
    if (events.length > 0) return keep(decider, stream, advance(decider, start, events.slice(1)))
    cacheOf(stream).delete(stream)
    return none
  }
  /** The state now. What is being written is read, because others may see it before it is kept here. */
  const foldedNow = async <S, C, E extends AnyEvent>(
    decider: Decider<S, C, E>,
    stream: string,
  ): Promise<Folded<S>> => {
    const known = cached(decider, stream)
    return sole && known !== null && !inTurn.busy(stream) ? known : catchUp(decider, stream, known)
  }

  /** What a command that was handled before is answered, with the events of that time. */
  const repeated = async <S>(
    stream: string,
    folded: Folded<S>,
    meta: Meta,
  ): Promise<Result<Handled<S>, DomainError> | null> => {
    const first = repetitionOf(folded, meta, clock.now())
    if (first === null) return null
    if (first === 'other') return err(domainError('ERR_IDEMPOTENCY_KEY_REUSED'))
    const events = await read(stream, { from: first.from, limit: first.to - first.from + 1 })
    const { state, revision } = folded
    return ok({ state, events, position: first.position, revision, repeated: true })
  }

  /** One attempt on a state. `stale`: error or nothing, decided on a state that may be old. */
  const attempt = async <S, C, E extends AnyEvent>(
    decider: Decider<S, C, E>,
    stream: string,
    folded: Folded<S>,
    command: C,
    meta: Meta,
    current: boolean,
    refusal?: ExecuteOptions['refusal'],
  ): Promise<Result<Handled<S>, DomainError> | 'stale' | 'conflict'> => {
    const before = await repeated(stream, folded, meta)
    if (before !== null) return before
    const time = clock.now().toISOString()
    const decided = decider.decide(folded.state, command, time)
    if (!decided.ok || decided.value.length === 0) {
      if (!current) return 'stale'
      if (!decided.ok) return decided
      return ok({ state: folded.state, events: [], position: folded.position, revision: folded.revision })
    }
    const refused = (await refusal?.()) ?? null
    if (refused !== null) return err(refused)
    const events = newEvents(decided.value, meta, time)
    const since = performance.now()
    const appended = await eventStore.append(stream, folded.revision < 0 ? 'none' : folded.revision, events)
    observer.appended(performance.now() - since)
    if (!appended.ok) {
      cacheOf(stream).delete(stream)
      if (appended.error.kind === 'conflict') return 'conflict'
      return err(errorOf(appended.error))
    }
    const { position, repeated: again } = appended.value
    logger.debug({ ...about(stream, events), position, correlationId: meta.correlationId }, 'appended')
    // the store answers a repetition as the first time: then what it has counts, not what was decided now
    const asked = again ?? !isRandom(meta.commandId)
    const there = asked ? await read(stream, { from: folded.revision + 1, limit: events.length }) : []
    const written = events.map(
      (event, index): StoredEvent => ({
        ...event,
        stream,
        revision: folded.revision + 1 + index,
        position,
      }),
    )
    const stored = there.length === events.length ? there : written
    const next = keep(decider, stream, advance(decider, folded, stored))
    return ok({ state: next.state, events: stored, position: next.position, revision: next.revision })
  }

  /** A fault of the code is no outage: it is thrown on, so that a process can tell the two apart. */
  const unavailable = (failure: unknown, { correlationId }: Meta): Result<never, DomainError> => {
    if (!(failure instanceof StoreUnavailable)) throw failure
    logger.warn({ err: failure, correlationId }, 'event store unavailable')
    return err(domainError('ERR_UNAVAILABLE'))
  }

  const execute: Kernel['execute'] = (decider, stream, command, meta, options) =>
    inTurn(stream, async () => {
      let deadline: number | null = null
      try {
        const known = cached(decider, stream)
        const assumed = known ?? (options?.fresh === true ? { ...EMPTY, state: decider.initial } : null)
        let folded = assumed ?? (await catchUp(decider, stream, null))
        let current = assumed === null
        for (let round = 0; ; round++) {
          const result = await attempt(decider, stream, folded, command, meta, current, options?.refusal)
          if (result !== 'stale' && result !== 'conflict') return result
          if (result === 'conflict') {
            // from the first conflict on: an append may have waited for its store
            deadline ??= performance.now() + TIMEOUT_MS
            if (performance.now() > deadline) {
              logger.warn({ stream, correlationId: meta.correlationId }, 'too many conflicts')
              return err(domainError('ERR_UNAVAILABLE'))
            }
            await sleep(Math.random() * Math.min(100, 5 * 2 ** round))
          }
          folded = await catchUp(decider, stream, folded)
          current = true
        }
      } catch (failure) {
        return unavailable(failure, meta)
      }
    })

  const executeAt: Kernel['executeAt'] = (decider, stream, revision, command, meta) =>
    inTurn(stream, async () => {
      try {
        let folded = await catchUp(decider, stream, cached(decider, stream))
        for (;;) {
          const before = await repeated(stream, folded, meta)
          if (before !== null) return before
          if (folded.revision !== revision) return err('moved')
          const result = await attempt(decider, stream, folded, command, meta, true)
          if (result !== 'stale' && result !== 'conflict') return result
          folded = await catchUp(decider, stream, folded)
        }
      } catch (failure) {
        return unavailable(failure, meta)
      }
    })

  const observed = async <T extends Result<unknown, DomainError | 'moved'>>(work: Promise<T>): Promise<T> => {
    const result = await work
    if (result.ok) observer.handled('OK')
    else if (result.error !== 'moved') observer.handled(result.error.code)
    return result
  }

  return {
    execute: (...command) => observed(execute(...command)),
    executeAt: (...command) => observed(executeAt(...command)),
    load: async (decider, stream) => {
      const { state, revision, position } = await foldedNow(decider, stream)
      return { state, revision, position }
    },
    loadAt: async (decider, stream, position) => {
      const events = (await read(stream, {})).filter((event) => event.position <= position)
      return advance(decider, { ...EMPTY, state: decider.initial }, events).state
    },
    earlier: async (decider, stream, meta) =>
      (await repeated(stream, await foldedNow(decider, stream), meta)) ?? ok(null),
    append: async (stream, events, meta) => {
      const fresh = newEvents(events, meta, clock.now().toISOString())
      const appended = await eventStore.append(stream, 'any', fresh)
      if (appended.ok) return ok({ position: appended.value.position })
      const { error } = appended
      return err(error.kind === 'conflict' ? domainError('ERR_UNAVAILABLE') : errorOf(error))
    },
    isRemoved: (stream) =>
      eventStore.isRemoved(stream).catch((cause: unknown) => {
        throw new StoreUnavailable(cause)
      }),
    remove: (stream) =>
      inTurn(stream, () =>
        eventStore
          .remove(stream)
          .catch((cause: unknown) => {
            throw new StoreUnavailable(cause)
          })
          // only now: a read may have kept it again meanwhile
          .finally(() => cacheOf(stream).delete(stream)),
      ),
  }
}
