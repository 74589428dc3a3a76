import { BACKWARDS, END, type EventStoreDBClient } from '@eventstore/db-client'
import { START, type StoredEvent, toPosition } from '@guiche/contracts/envelope.js'
import { isInternalStream } from '@guiche/contracts/streams.js'
import type { Codec } from './codec.js'
import type { EventStore } from './event-store.js'
import { positionOf, type RecordedFields, toStored } from './eventstoredb-events.js'
import { readOut } from './eventstoredb-read.js'
import type { Removals } from './eventstoredb-removals.js'

/** Events that are read first: the searched one is nearly always among them. */
const LAST_FEW = 50
/** Events of one read further back. */
const PAGE = 500

/** The result of a backwards read, and how far from the end the read has looked. */
interface KnownEnd {
  readonly upTo: bigint
  readonly event: StoredEvent | null
}

/** The newest of the store's events in three senses; see the port. */
export const createEnds = (deps: {
  readonly client: EventStoreDBClient
  readonly codec: Codec
  readonly removals: Removals
  readonly deadlineMs: number
  readonly partitionOf: (companyId: number) => number
}): Pick<EventStore, 'head' | 'end' | 'lastPublished'> => {
  const { client, codec, removals, deadlineMs, partitionOf } = deps

  /** All events from the end backwards, read lazily. */
  async function* backwards(): AsyncGenerator<RecordedFields> {
    let last: bigint | undefined
    for (let maxCount = LAST_FEW; ; maxCount = PAGE) {
      const fromPosition = last === undefined ? END : { commit: last, prepare: last }
      const read = client.readAll({ direction: BACKWARDS, fromPosition, maxCount, requiresLeader: true })
      const before = last
      for (const event of await readOut(read, deadlineMs)) {
        const position = positionOf(event)
        if (position === undefined || (last !== undefined && position >= last)) continue
        last = position
        yield event
      }
      if (last === before) return
    }
  }
  const storedOf = (event: RecordedFields): StoredEvent | undefined =>
    removals.has(event.streamId) ? undefined : toStored(codec, event)

  const isIn = (partition: number | null, { companyId }: StoredEvent): boolean =>
    partition === null || partitionOf(companyId) === partition

  /** by partition; null: over all of them */
  const known = new Map<number | null, KnownEnd>()
  /**
   * Reads no further back than the last read: in a quiet store thousands of internal events may follow the last public
   * one.
   */
  const newestPublished = async (partition: number | null): Promise<StoredEvent | null> => {
    const seen = known.get(partition)
    const before = seen?.event && removals.has(seen.event.stream) ? undefined : seen
    let upTo: bigint | undefined
    let found: StoredEvent | undefined
    for await (const event of backwards()) {
      const position = positionOf(event) ?? 0n
      upTo ??= position
      if (before !== undefined && position <= before.upTo) {
        // The log ends before a position that was seen: the store was rolled back, so the known end is useless.
        if (upTo < before.upTo) {
          known.delete(partition)
          return newestPublished(partition)
        }
        found = before.event ?? undefined
        break
      }
      const stored = isInternalStream(event.streamId) ? undefined : storedOf(event)
      found = stored && isIn(partition, stored) ? stored : undefined
      if (found !== undefined) break
    }
    if (upTo !== undefined) known.set(partition, { upTo, event: found ?? null })
    return found ?? null
  }

  return {
    head: async () => {
      await removals.refresh()
      for await (const event of backwards()) {
        const stored = storedOf(event)
        if (stored !== undefined) return stored.position
      }
      return START
    },
    // The server's own streams grow without us, and would hide that our streams are shorter. Our streams record removals.
    end: async () => {
      for await (const event of backwards()) {
        const position = event.streamId.startsWith('$') ? undefined : positionOf(event)
        if (position !== undefined) return toPosition(position)
      }
      return START
    },
    lastPublished: async (companyId) => {
      await removals.refresh()
      const found = await newestPublished(companyId === undefined ? null : partitionOf(companyId))
      return found === null ? null : { position: found.position, companyId: found.companyId }
    },
  }
}
