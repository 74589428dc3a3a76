import { TOPICS, type Topic } from '@guiche/contracts/bus/topics.js'
import type { Admin } from 'kafkajs'
import type { ConsumeOptions } from '../event-bus.js'
import { isPassing, retryForHalfAMinute } from './retry.js'

/** A consumer's place in a partition. */
export interface PartitionOffset {
  /** offset of the next message */
  readonly next: number
  /** position of the last accepted delivery. Positions up to it are repetitions, and are dropped. null: none yet */
  readonly lastPosition: string | null
}

/** The offsets of a partition, of the log and of the group. */
export interface Bounds {
  /** offset of the oldest existing message, or of the next message if the partition is empty */
  readonly low: number
  /** offset that the next message gets */
  readonly high: number
  /** the group's committed position; the place to begin, unless outside the log */
  readonly committed: PartitionOffset | null
}

export interface PartitionBegin {
  readonly offset: PartitionOffset
  /** messages between the offset and the log's oldest message may be gone */
  readonly hasGap: boolean
}

/**
 * The place to begin in a partition. `known`: the consumer's place before a rebalance (broadcasts only). `checkpoint`:
 * the consumer's own, undefined without one. `now`: the log's end when the consumer began.
 */
export const beginAt = (
  options: Pick<ConsumeOptions<never>, 'topic' | 'group' | 'begin'>,
  bounds: Bounds,
  own: {
    readonly known: PartitionOffset | undefined
    readonly checkpoint?: string | null
    readonly now: number
    /** messages before the end of the log can be read elsewhere */
    readonly canReplay?: boolean
  },
): PartitionBegin => {
  const { topic, group, begin } = options
  const { low, high } = bounds
  // An offset beyond the end is of another log.
  const committed = bounds.committed !== null && bounds.committed.next <= high ? bounds.committed : null
  const at = (next: number, lastPosition: string | null): PartitionBegin => ({
    offset: { next: Math.max(next, low), lastPosition },
    hasGap: next < low,
  })
  if (group === null) {
    const { known } = own
    if (known === undefined) return at(Math.min(own.now, high), null)
    // The offset is beyond the end of the log, so the log was lost and created again. All messages of the new log are newer
    // than the loss.
    return known.next > high ? at(low, null) : at(known.next, known.lastPosition)
  }
  if (own.checkpoint !== undefined) {
    const { checkpoint } = own
    // For other topics the position is the offset. An event's position is the store's, so the offset is only a hint.
    if (topic !== TOPICS.events) return at(Math.min(Number(checkpoint ?? 0), high), checkpoint)
    const isBehind = committed !== null && (committed.lastPosition ?? '') <= (checkpoint ?? '')
    const begun = at(isBehind ? committed.next : 0, checkpoint)
    // The group is ahead of the views, because the read store was rolled back. Or the log is new and does not know the group:
    // the relay continued where the old log ended. The missing events come from the event store.
    return own.canReplay === true && (begun.hasGap || !isBehind)
      ? { offset: { next: high, lastPosition: checkpoint }, hasGap: true }
      : begun
  }
  if (committed !== null) return at(committed.next, committed.lastPosition)
  const listensNow = begin === 'now' || topic === TOPICS.changes || topic === TOPICS.ephemeral
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

/** Groups whose names begin with `beginning`. */
export const groupsOf = async (admin: Admin, beginning: string): Promise<string[]> =>
  (await admin.listGroups()).groups
    .map(({ groupId }) => groupId)
    .filter((groupId) => groupId.startsWith(beginning))

/**
 * The finished position of a group in each partition that has one. Waits for a coordinator that is still loading;
 * rejects when Kafka cannot be asked.
 */
export const readCommitted = async (
  admin: Pick<Admin, 'fetchOffsets'>,
  groupId: string,
  name: string,
): Promise<Map<number, PartitionOffset>> => {
  const [found] = await retryForHalfAMinute(() => admin.fetchOffsets({ groupId, topics: [name] }), isPassing)
  return new Map(
    (found?.partitions ?? [])
      .filter(({ offset }) => Number(offset) >= 0)
      .map(({ partition, offset, metadata }) => [
        partition,
        { next: Number(offset), lastPosition: metadata === null || metadata === '' ? null : metadata },
      ]),
  )
}

/** Whether a topic's best-effort messages are only for present listeners. */
export const isBestEffort = (topic: Topic): boolean => topic === TOPICS.changes || topic === TOPICS.ephemeral
