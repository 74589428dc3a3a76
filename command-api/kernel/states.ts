import type { AnyEvent, StoredEvent } from '@guiche/contracts/envelope.js'
import { createBoundedCache } from '@guiche/infra/bounded-cache.js'
import type { EventStore, ReadOptions } from '@guiche/infra/event-store/event-store.js'
import { EMPTY_STREAM, type FoldedStream, foldFurther } from './folded.js'
import type { Decider } from './kernel.js'
import { StoreUnavailable } from './unavailable.js'

/** Maximum of cached states of numerous, short-lived streams; the same maximum for all other streams. */
const CACHED_STREAMS = 10_000
const PASSING = /^(message|reactor|command|marks)-/
/** Number of events read first, for a stream that is folded from its end. */
const LAST_EVENTS = 20

// biome-ignore lint/suspicious/noExplicitAny: the cache holds states of every decider, each behind its own key
type AnyDecider = Decider<any, any, any>

/** The folded states of streams. Reads reject with StoreUnavailable while the store is unavailable. */
export interface States {
  read(stream: string, options: ReadOptions): Promise<StoredEvent[]>
  /** the cached state; stale if other processes write, too */
  kept<S, C, E extends AnyEvent>(decider: Decider<S, C, E>, stream: string): FoldedStream<S> | null
  keep<S, C, E extends AnyEvent>(
    decider: Decider<S, C, E>,
    stream: string,
    folded: FoldedStream<S>,
  ): FoldedStream<S>
  drop(stream: string): void
  /** Reads the events after `known` and folds them. */
  catchUp<S, C, E extends AnyEvent>(
    decider: Decider<S, C, E>,
    stream: string,
    known: FoldedStream<S> | null,
  ): Promise<FoldedStream<S>>
}

export const createStates = (eventStore: Pick<EventStore, 'read'>): States => {
  const createCache = () =>
    createBoundedCache<string, { decider: AnyDecider; folded: FoldedStream<unknown> }>(CACHED_STREAMS)
  const [passing, lasting] = [createCache(), createCache()]
  const cacheOf = (stream: string) => (PASSING.test(stream) ? passing : lasting)

  const read: States['read'] = (stream, options) =>
    eventStore.read(stream, options).catch((cause: unknown) => {
      throw new StoreUnavailable(cause)
    })
  /** The last events of a stream, oldest first, until `fromEnd` says that they are enough. */
  const readEnd = async (
    stream: string,
    suffices: (last: readonly AnyEvent[]) => boolean,
  ): Promise<StoredEvent[]> => {
    for (let limit = LAST_EVENTS; ; limit *= 10) {
      const last = (await read(stream, { direction: 'backwards', limit })).reverse()
      if (last.length < limit || suffices(last)) return last
    }
  }
  const kept: States['kept'] = <S, C, E extends AnyEvent>(decider: Decider<S, C, E>, stream: string) => {
    const found = cacheOf(stream).get(stream)
    return found?.decider === decider ? (found.folded as FoldedStream<S>) : null
  }
  const keep: States['keep'] = (decider, stream, folded) => {
    const known = cacheOf(stream).get(stream)
    // an absent stream is not cached, and a slow read must not replace a newer state
    const newer = known?.decider === decider && known.folded.revision > folded.revision
    if (folded.revision >= 0 && !newer) cacheOf(stream).set(stream, { decider, folded })
    return folded
  }
  const drop = (stream: string) => void cacheOf(stream).delete(stream)

  return {
    read,
    kept,
    keep,
    drop,
    catchUp: async (decider, stream, known) => {
      const none = { ...EMPTY_STREAM, state: decider.initial }
      const start = known ?? none
      const { fromEnd } = decider
      if (start.revision < 0) {
        const events =
          known === null && fromEnd !== undefined
            ? await readEnd(stream, fromEnd as (last: readonly AnyEvent[]) => boolean)
            : await read(stream, {})
        return keep(decider, stream, foldFurther(decider, start, events))
      }
      // reads on from the last known event: a stream without that event was removed, maybe by another process
      const events = await read(stream, { from: start.revision })
      if (events.length > 0) return keep(decider, stream, foldFurther(decider, start, events.slice(1)))
      drop(stream)
      return none
    },
  }
}
