import { setTimeout as delay } from 'node:timers/promises'
import type { NewEvent, StoredEvent } from '@guiche/contracts/envelope.js'
import type { EventStore } from '@guiche/infra/event-store/event-store.js'
import { everyEvent, type Follower } from './follower.js'
import { type PositionMap, positionIn, translatePosition } from './position-map.js'

/** Neighbours of one stream that are appended together at most, and their size as JSON. */
const MAX_APPENDED = 200
const TOGETHER_BYTES = 500_000
const TRIES = 6

/** Appends one batch after another, to keep the order of the log. Idempotent. */
const appendBatches = async (target: EventStore, events: readonly StoredEvent[]): Promise<void> => {
  const [first] = events
  if (first === undefined) return
  const { stream, revision } = first
  const expected = revision === 0 ? 'none' : revision - 1
  const fresh = events.map(
    ({ id, type, data, companyId, time, actor, correlationId, causationId }): NewEvent => ({
      id,
      type,
      data,
      companyId,
      time,
      actor,
      correlationId,
      causationId,
    }),
  )
  for (let attempt = 1; ; attempt++) {
    const result = await target.append(stream, expected, fresh)
    if (result.ok) return
    const { error } = result
    if (error.kind !== 'unavailable' || attempt === TRIES) {
      const reason = 'message' in error ? error.message : error.kind
      throw new Error(`the events of ${stream} from revision ${revision} on cannot be written: ${reason}`)
    }
    await delay(100 * 2 ** attempt)
  }
}

/**
 * Appends the events that the follower has not found in the target. Order, streams, revisions, ids, times and causes
 * stay the same. Positions inside events become those of the target. No other process may write to either store.
 */
export const copyEvents = async (deps: {
  readonly source: EventStore
  readonly target: EventStore
  readonly follower: Follower
  readonly positions: PositionMap
  readonly onProgress: (copied: number) => void
}): Promise<void> => {
  const { source, target, follower, positions, onProgress } = deps
  const there = follower.count()
  let index = 0
  let together: StoredEvent[] = []
  let bytes = 0
  let previous = ''

  const flush = async () => {
    await appendBatches(target, together)
    together = []
    bytes = 0
    onProgress(index)
  }
  /** The event with the target's positions. Events that it refers to are in the target by then. */
  const prepared = async (event: StoredEvent): Promise<StoredEvent> => {
    const position = positionIn(event)
    if (position === null) return event
    const needed = position < previous ? position : previous
    if (positions.known() < needed) {
      await flush()
      await follower.until(() => positions.known() >= needed)
    }
    return translatePosition(event, positions)
  }

  for await (const event of everyEvent(source)) {
    if (index >= there) {
      const size = JSON.stringify(event.data).length
      const joins =
        event.stream === together[0]?.stream &&
        together.length < MAX_APPENDED &&
        bytes + size <= TOGETHER_BYTES
      if (!joins) await flush()
      together.push(await prepared(event))
      bytes += size
    }
    previous = event.position
    index++
  }
  await flush()
  await follower.until(() => follower.count() === index)
}
