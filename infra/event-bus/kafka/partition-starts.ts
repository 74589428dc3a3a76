import { TOPICS } from '@guiche/contracts/bus/topics.js'
import { START } from '@guiche/contracts/envelope.js'
import type { Consumer as KafkaConsumer } from 'kafkajs'
import type { Delivery } from '../event-bus.js'
import { type ConsumerState, offsetOf } from './consumer-state.js'
import { eventsBehind } from './history.js'
import { beginAt, isBestEffort, type PartitionOffset, readBounds, readCommitted } from './offsets.js'

/** Start of a client in the partitions that its group assigns. */
export interface PartitionStarts {
  /** Seeks in each partition, and replays events that the log has dropped. Gives up once `isOver`. */
  begin(partitions: readonly number[], isOver: () => boolean): Promise<void>
  /** Delivers events that the log has dropped from the event store. Without an event store logs an error. */
  replayGaps(gaps: ReadonlyMap<number, PartitionOffset>, isOver: () => boolean): Promise<void>
}

export const createPartitionStarts = <T>(
  work: ConsumerState<T>,
  client: Pick<KafkaConsumer, 'seek' | 'commitOffsets'>,
): PartitionStarts => {
  const { admin, options, name, groupId, logger, eventStore, offsets, signal } = work
  const { topic, group, after, batchSize } = options

  const replayGaps: PartitionStarts['replayGaps'] = async (gaps, isOver) => {
    const behind = new Map<number, string>()
    for (const [partition, { lastPosition }] of gaps) {
      const isKnown =
        topic === TOPICS.events && eventStore !== null && (lastPosition !== null || after !== undefined)
      if (isKnown) behind.set(partition, lastPosition ?? START)
      else if (!isBestEffort(topic)) {
        logger?.error({ topic, group, partition, lastPosition }, 'the log begins after our offset in it')
      }
    }
    if (eventStore === null || behind.size === 0) return
    const where = { topic, group, behind: Object.fromEntries(behind) }
    logger?.warn(where, 'what the log may not have comes from the event store')
    for await (const { partition, events } of eventsBehind(eventStore, behind, { batchSize, signal })) {
      const deliveries = events.map(
        (event): Delivery<T> => ({
          partition,
          position: event.position,
          key: event.companyId,
          value: event as T,
        }),
      )
      if (!(await work.retryUntil(isOver, () => work.handle(deliveries)))) return
      const { next } = offsetOf(work, partition)
      offsets.set(partition, { next, lastPosition: deliveries.at(-1)?.position ?? null })
    }
  }

  const begin: PartitionStarts['begin'] = async (partitions, isOver) => {
    const bounds = await readBounds(admin, name)
    const committed =
      group === null ? new Map<number, PartitionOffset>() : await readCommitted(admin, groupId, name)
    const firsts: { topic: string; partition: number; offset: string }[] = []
    const gaps = new Map<number, PartitionOffset>()
    for (const partition of partitions) {
      const { low, high } = bounds.get(partition) ?? { low: 0, high: 0 }
      const own = {
        known: offsets.get(partition),
        now: work.ends.get(partition) ?? 0,
        canReplay: eventStore !== null,
      }
      const { offset, hasGap } = beginAt(
        options,
        { low, high, committed: committed.get(partition) ?? null },
        after === undefined ? own : { ...own, checkpoint: await after(partition) },
      )
      if (isOver()) return
      if (hasGap) gaps.set(partition, offset)
      offsets.set(partition, offset)
      const first = { topic: name, partition, offset: String(offset.next) }
      client.seek(first)
      if (group !== null && after === undefined && !committed.has(partition)) firsts.push(first)
    }
    // Registers the group: "now" is fixed.
    if (firsts.length > 0) await client.commitOffsets(firsts)
    await replayGaps(gaps, isOver)
    if (group === null || after === undefined || gaps.size === 0 || isOver()) return
    // Commits the position read as finished. Otherwise a partition without traffic would never get another offset, and would be
    // read each time.
    await client.commitOffsets(
      [...gaps.keys()].map((partition) => {
        const { next, lastPosition } = offsetOf(work, partition)
        return { topic: name, partition, offset: String(next), metadata: lastPosition ?? '' }
      }),
    )
  }
  return { begin, replayGaps }
}
