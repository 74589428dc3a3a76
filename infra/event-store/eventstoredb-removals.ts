import { randomUUID } from 'node:crypto'
import {
  ANY,
  BACKWARDS,
  END,
  type EventStoreDBClient,
  FORWARDS,
  jsonEvent,
  StreamDeletedError,
  WrongExpectedVersionError,
} from '@eventstore/db-client'
import { singleFlight } from '../single-flight.js'
import { messageOf, requireRight } from './eventstoredb-errors.js'
import { positionOf, type RecordedFields } from './eventstoredb-events.js'
import { readOut } from './eventstoredb-read.js'

/** The stream with one event for each removed stream, until a scavenge has removed that stream's events. */
export const REMOVALS_STREAM = 'store-removals'
/** Events of one read. */
const PAGE = 1000
/** Interval of checks for scavenged streams: one page each. */
const FORGET_EVERY_MS = 3_600_000
/** Most tries while other writers interfere. */
const TRIES = 20

/**
 * The removed streams. EventStoreDB gives the events of a tombstoned stream to subscribers until its next scavenge. So
 * this list says which streams to leave out. It takes some 100 bytes of memory per stream.
 */
export interface Removals {
  has(stream: string): boolean
  /** Reads removals by other processes. Rejects if the store is unavailable; removals read until then count. */
  refresh(): Promise<void>
  /** Removes a stream for good. */
  remove(stream: string): Promise<void>
  /** Takes over an event of REMOVALS that a subscription saw. */
  see(event: RecordedFields): void
}

/**
 * `scavengedWithinMs`: the longest time between two scavenges of a node, in milliseconds. `onFailure` is called with
 * the reason when old names could not be forgotten.
 */
export const createRemovals = (deps: {
  readonly client: EventStoreDBClient
  readonly gather: (
    stream: string,
    how: Parameters<EventStoreDBClient['readStream']>[1],
  ) => Promise<RecordedFields[]>
  readonly options: { readonly requiresLeader: boolean; readonly deadline: number }
  readonly scavengedWithinMs: number
  readonly onFailure: (reason: string) => void
}): Removals => {
  const { client, gather, options, scavengedWithinMs, onFailure } = deps
  /** each with the revision at which it is named */
  const removed = new Map<string, bigint>()
  let next = 0n
  let looked = Number.NEGATIVE_INFINITY

  const dataOf = ({ data }: RecordedFields) =>
    data as { readonly stream?: unknown; readonly position?: unknown }
  const see = (event: RecordedFields) => void removed.set(String(dataOf(event).stream), event.revision)

  /** Whether a scavenge has removed the last event of a removed stream, at least on the leader. */
  const isGone = async (removal: RecordedFields): Promise<boolean> => {
    const { stream, position } = dataOf(removal)
    // Without a known position (no event, or none named by the server) only the age decides.
    if (typeof position !== 'string') return true
    const place = BigInt(position)
    const fromPosition = { commit: place, prepare: place }
    const read = client.readAll({ direction: FORWARDS, fromPosition, maxCount: 1, requiresLeader: true })
    return (await readOut(read, options.deadline))[0]?.streamId !== stream
  }
  /** A follower may be scavenged later than the leader that was asked: two rounds are over by then. */
  const isOld = ({ created }: RecordedFields): boolean =>
    created !== undefined && Date.now() - created.getTime() >= 2 * scavengedWithinMs

  /** Truncates REMOVALS up to the streams that a scavenge has removed. Also follows truncations by other processes. */
  const forget = async (): Promise<void> => {
    const page = await gather(REMOVALS_STREAM, { fromRevision: 0n, maxCount: PAGE })
    const first = page[0]?.revision ?? next
    let kept = first
    for (const removal of page) {
      if (!isOld(removal) || !(await isGone(removal))) break
      kept = removal.revision + 1n
    }
    if (kept > first)
      await client.setStreamMetadata(REMOVALS_STREAM, { truncateBefore: Number(kept) }, { ...options })
    for (const [stream, revision] of removed) if (revision < kept) removed.delete(stream)
  }

  const readOn = async (): Promise<void> => {
    for (let more = true; more; ) {
      const page = await gather(REMOVALS_STREAM, { fromRevision: next, maxCount: PAGE })
      for (const event of page) {
        see(event)
        next = event.revision + 1n
      }
      more = page.length === PAGE
    }
    if (Date.now() - looked < FORGET_EVERY_MS) return
    looked = Date.now()
    forget().catch((error) => onFailure(messageOf(error)))
  }

  return {
    has: (stream) => removed.has(stream),
    refresh: singleFlight(readOn),
    remove: async (stream) => {
      for (let tries = 1; ; tries++) {
        const [last] = await gather(stream, { direction: BACKWARDS, fromRevision: END, maxCount: 1 })
        // Records the removal before the tombstone: afterwards the last event's position can no longer be read.
        if (last !== undefined || !removed.has(stream)) {
          const position = last === undefined ? undefined : positionOf(last)?.toString()
          const event = jsonEvent({
            id: randomUUID(),
            type: 'store.stream-removed.v1',
            data: { stream, ...(position && { position }) },
          })
          const { nextExpectedRevision } = await client.appendToStream(REMOVALS_STREAM, event, {
            expectedRevision: ANY,
            ...options,
          })
          removed.set(stream, nextExpectedRevision)
        }
        try {
          const expectedRevision = last?.revision ?? ANY
          await requireRight(
            'delete its streams',
            client.tombstoneStream(stream, { expectedRevision, ...options }),
          )
          return
        } catch (error) {
          if (error instanceof StreamDeletedError) return
          if (!(error instanceof WrongExpectedVersionError) || tries === TRIES) throw error
        }
      }
    },
    see,
  }
}
