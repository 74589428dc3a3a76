import { TOPICS, type Topic } from '@guiche/contracts/topics.js'
import type { Admin } from 'kafkajs'
import type { ConsumeOptions } from './event-bus.js'
import { isPassing, patiently } from './kafka-patience.js'

/** Where a consumer stands in a partition. */
export interface Place {
  /** offset of the next message */
  readonly next: number
  /** position of the last delivery that counts; what is at or below comes again and is dropped. null = none yet */
  readonly mark: string | null
}

/** What the log and the group say of a partition. */
export interface Bounds {
  /** offset of the oldest message that is there, or of the next one when there is none */
  readonly low: number
  /** offset that the next message gets */
  readonly high: number
  /** what the group has finished; a place to begin, unless it lies outside the log */
  readonly committed: Place | null
}

export interface Begin {
  readonly place: Place
  /** messages that may lie between the place and the log's oldest one are gone */
  readonly gap: boolean
}

/**
 * Where to begin in a partition. `known`: where this consumer stood before a rebalance (broadcasts only);
 * `checkpoint`: the consumer's own, undefined when it keeps none; `now`: the end of the log when it began to listen.
 */
export const beginAt = (
  options: Pick<ConsumeOptions<never>, 'topic' | 'group' | 'begin'>,
  bounds: Bounds,
  own: {
    readonly known: Place | undefined
    readonly checkpoint?: string | null
    readonly now: number
    /** what lies before the end of the log can be had elsewhere */
    readonly refills?: boolean
  },
): Begin => {
  const { topic, group, begin } = options
  const { low, high } = bounds
  // What lies beyond the end was said of another log.
  const committed = bounds.committed !== null && bounds.committed.next <= high ? bounds.committed : null
  const at = (next: number, mark: string | null): Begin => ({
    place: { next: Math.max(next, low), mark },
    gap: next < low,
  })
  if (group === null) return at(own.known?.next ?? Math.min(own.now, high), own.known?.mark ?? null)
  if (own.checkpoint !== undefined) {
    const { checkpoint } = own
    // Elsewhere the position is the place; an event's position is the store's, so the offset is only a hint.
    if (topic !== TOPICS.events) return at(Math.min(Number(checkpoint ?? 0), high), checkpoint)
    const isBehind = committed !== null && (committed.mark ?? '') <= (checkpoint ?? '')
    const begun = at(isBehind ? committed.next : 0, checkpoint)
    // The group has finished more than the views show: they were put back, and the log need not be read all through.
    const isAhead = committed !== null && !isBehind
    return own.refills === true && (begun.gap || isAhead)
      ? { place: { next: high, mark: checkpoint }, gap: true }
      : begun
  }
  if (committed !== null) return at(committed.next, committed.mark)
  const listensNow = begin === 'now' || topic === TOPICS.changes || topic === TOPICS.signals
  return listensNow ? at(Math.min(own.now, high), null) : at(low, null)
}

/** The oldest and the next offset of every partition. */
export const readBounds = async (
  admin: Admin,
  name: string,
): Promise<Map<number, { low: number; high: number }>> =>
  new Map(
    (await admin.fetchTopicOffsets(name)).map(({ partition, low, high }) => [
      partition,
      { low: Number(low), high: Number(high) },
    ]),
  )

/** Groups whose names begin like that. */
export const groupsOf = async (admin: Admin, beginning: string): Promise<string[]> =>
  (await admin.listGroups()).groups
    .map(({ groupId }) => groupId)
    .filter((groupId) => groupId.startsWith(beginning))

/**
 * What a group has finished in every partition where it has finished something. Waits for a coordinator that is still
 * loading; rejects when Kafka cannot be asked.
 */
export const readCommitted = async (
  admin: Pick<Admin, 'fetchOffsets'>,
  groupId: string,
  name: string,
): Promise<Map<number, Place>> => {
  const [found] = await patiently(() => admin.fetchOffsets({ groupId, topics: [name] }), isPassing)
  return new Map(
    (found?.partitions ?? [])
      .filter(({ offset }) => Number(offset) >= 0)
      .map(({ partition, offset, metadata }) => [
        partition,
        { next: Number(offset), mark: metadata === null || metadata === '' ? null : metadata },
      ]),
  )
}

/** Whether a topic's best-effort messages are for those who listen now. */
export const isBestEffort = (topic: Topic): boolean => topic === TOPICS.changes || topic === TOPICS.signals
