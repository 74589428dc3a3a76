import { isDeepStrictEqual } from 'node:util'
import { START, type StoredEvent } from '@guiche/contracts/envelope.js'
import type { EventStore } from '@guiche/infra/event-store/event-store.js'
import { type PositionMap, translatePosition } from './position-map.js'

/** ms without an expected event after which a store counts as unavailable */
const TIMEOUT = 60_000

/** The target holds something that is not the source's. The message is a sentence. */
export class ForeignEvents extends Error {
  override name = 'ForeignEvents'
}

/** Compares the target's events with the source's, event by event, while they are written. */
export interface Follower {
  /** events that were found, all of them equal to the source's */
  count(): number
  /** Resolves once `condition` holds. Rejects with ForeignEvents, or after a minute without events. */
  until(condition: () => boolean): Promise<void>
  /** Resolves once everything is read up to this position of the target. */
  reaches(position: string): Promise<void>
  stop(): Promise<void>
}

/** All events of a store that nobody appends to. */
export async function* everyEvent(store: EventStore): AsyncGenerator<StoredEvent> {
  const head = await store.head()
  if (head === START) return
  const abort = new AbortController()
  try {
    for await (const batch of store.subscribeAll({ after: START, signal: abort.signal })) {
      yield* batch
      if ((batch.at(-1)?.position ?? '') >= head) return
    }
  } finally {
    abort.abort()
  }
}

/** Whether an event is a relay's own; a relay may have run before on the target. */
const isRelays = ({ stream }: StoredEvent): boolean => stream.startsWith('relay-')

const contentOf = ({ position: _, ...rest }: StoredEvent) => rest

/**
 * Follows the target; `positions` learns the target's position of each event. `removed`: streams that the source has removed;
 * an earlier run may have copied some of their events.
 */
export const followTarget = (
  source: EventStore,
  target: EventStore,
  positions: PositionMap,
  removed: ReadonlySet<string>,
): Follower => {
  const abort = new AbortController()
  const waiting = new Set<() => void>()
  let count = 0
  let reached = START
  let failure: Error | null = null

  const wake = () => {
    for (const one of waiting) one()
  }
  const compare = async (expected: AsyncGenerator<StoredEvent>, event: StoredEvent): Promise<void> => {
    if (isRelays(event) || removed.has(event.stream)) return
    const next = await expected.next()
    if (next.done === true) {
      throw new ForeignEvents('the target has more events than the folder: it has been in use since')
    }
    if (!isDeepStrictEqual(contentOf(translatePosition(next.value, positions)), contentOf(event))) {
      throw new ForeignEvents(`the target holds events of another installation (the first: ${event.id})`)
    }
    positions.add(next.value.position, event.position)
    count++
  }
  const run = async () => {
    const expected = everyEvent(source)
    try {
      for await (const batch of target.subscribeAll({ after: START, signal: abort.signal })) {
        for (const event of batch) {
          await compare(expected, event)
          reached = event.position
        }
        wake()
      }
    } catch (error) {
      failure = error instanceof Error ? error : new Error(String(error))
      wake()
    } finally {
      await expected.return(undefined)
    }
  }
  const finished = run()

  const until: Follower['until'] = async (condition) => {
    for (;;) {
      if (failure !== null) throw failure
      if (condition()) return
      await new Promise<void>((resolve, reject) => {
        const late = () => reject(new Error(`the target gave nothing for ${TIMEOUT / 1000} s`))
        const timer = setTimeout(late, TIMEOUT)
        const wake = () => {
          clearTimeout(timer)
          waiting.delete(wake)
          resolve()
        }
        waiting.add(wake)
      })
    }
  }
  return {
    count: () => count,
    until,
    reaches: (position) => until(() => reached >= position),
    stop: async () => {
      abort.abort()
      await finished
    },
  }
}
