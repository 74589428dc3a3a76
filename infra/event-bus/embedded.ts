import { type StoredEvent, toPosition } from '@guiche/contracts/envelope.js'
import { isInternalStream } from '@guiche/contracts/streams.js'
import { TOPICS, type Topic } from '@guiche/contracts/topics.js'
import type { Logger } from 'pino'
import type { EventStore } from '../event-store/event-store.js'
import { retry } from '../retry.js'
import { createSerialQueue } from '../serial-queue.js'
import type { WorkerOptions } from '../sqlite/worker.js'
import { createDurableLog } from './durable-log.js'
import type { BusMessage, ConsumeOptions, Consumer, Delivery, EventBus } from './event-bus.js'
import { createMemoryTopic } from './memory-topic.js'

const PARTITION = 0
const FIRST_BACK_OFF = 100
const LAST_BACK_OFF = 5000

type MemoryName = typeof TOPICS.changes | typeof TOPICS.ephemeral

/** Deliveries after a position; `end` is the batch's last position, even if its last messages are skipped. */
interface Batch {
  readonly deliveries: readonly Delivery<unknown>[]
  readonly end: number
}
type Source = (after: number, batchSize: number, signal: AbortSignal) => AsyncIterable<Batch>

const asBatch = (messages: readonly (BusMessage & { readonly position: number })[]): Batch => ({
  deliveries: messages.map(({ key, value, position }) => ({
    partition: PARTITION,
    position: toPosition(position),
    key,
    value,
  })),
  end: messages.at(-1)?.position ?? 0,
})

/**
 * The bus of one process, with one partition, 0. `events` is the event store's own log without its internal streams.
 * `reports` is kept in `dir`/reports.db. `changes` and `ephemeral` live in memory.
 */
export const createEmbeddedEventBus = async (
  deps: {
    readonly eventStore: EventStore
    readonly dir: string
    readonly logger?: Logger
  } & WorkerOptions,
): Promise<EventBus> => {
  const { eventStore, dir, logger } = deps
  const log = await createDurableLog(dir, deps)
  const memory = { [TOPICS.changes]: createMemoryTopic(), [TOPICS.ephemeral]: createMemoryTopic() }
  const inOrder = createSerialQueue()
  const running = new Set<Consumer>()
  let closed = false

  const eventBatches: Source = async function* (after, batchSize, signal) {
    for await (const events of eventStore.subscribeAll({ after: toPosition(after), batchSize, signal })) {
      const deliveries = events
        .filter(({ stream }) => !isInternalStream(stream))
        .map(
          (event): Delivery<StoredEvent> => ({
            partition: PARTITION,
            position: event.position,
            key: event.companyId,
            value: event,
          }),
        )
      yield { deliveries, end: Number(events.at(-1)?.position ?? after) }
    }
  }
  const reportBatches: Source = async function* (after, batchSize, signal) {
    for await (const rows of log.follow({ after, batchSize, signal })) {
      yield asBatch(rows.map(({ position, value }) => ({ ...value, position })))
    }
  }

  const memoryBatches = (
    topic: MemoryName,
    group: string | null,
    size: number,
    stop: AbortSignal,
  ): Source => {
    // Subscribes now, not at the first batch.
    const messages = memory[topic].follow(group, size, stop)
    return async function* () {
      for await (const batch of messages) yield asBatch(batch)
    }
  }
  const sourceOf = (topic: Topic, group: string | null, size: number, stop: AbortSignal): Source => {
    if (topic === TOPICS.events) return eventBatches
    if (topic === TOPICS.reports) return reportBatches
    return memoryBatches(topic, group, size, stop)
  }
  const headOf = async (topic: Topic): Promise<number> => {
    if (topic === TOPICS.events) return Number(await eventStore.head())
    return topic === TOPICS.reports ? log.head() : 0
  }

  const consume = async <T>(options: ConsumeOptions<T>): Promise<Consumer> => {
    if (closed) throw new Error('the bus is closed')
    const { topic, group, after, batchSize = 500, onBatch } = options
    // Reports are dropped once all groups have finished them, so each group's offset is stored.
    const isReports = topic === TOPICS.reports
    const keepsOffset = group !== null && (isReports || (topic === TOPICS.events && after === undefined))
    const abort = new AbortController()
    const { signal } = abort
    const head = await headOf(topic)
    // Positions are valid for one store only.
    const offsets = topic === TOPICS.events ? `${topic} ${eventStore.storeId}` : topic
    const source = sourceOf(topic, group, batchSize, signal)

    const untilStopped = {
      ...{ first: FIRST_BACK_OFF, longest: LAST_BACK_OFF, signal },
      onFailure: (error: unknown, backOff: number) =>
        logger?.warn({ err: error, topic, group, backOff }, 'a batch failed and comes again'),
    }
    let begun = false

    const run = async () => {
      if (signal.aborted) return
      begun = true
      let position = head
      const begin = async () => {
        const finished = keepsOffset ? log.finished(offsets, group) : null
        if (after !== undefined) position = Number((await after(PARTITION)) ?? 0)
        // After a rollback of the store, the finished position of a group may lie beyond the store's end.
        else if (finished !== null) position = Math.min(finished, await headOf(topic))
        else if (keepsOffset) position = options.begin === 'now' ? head : 0
        // Registers the group: later messages are kept for it, and "now" is fixed. A position beyond the end is reset,
        // because new events get the same positions.
        const kept = isReports ? (finished ?? 0) : position
        if (keepsOffset) await log.finish({ topic: offsets, group, position: kept, prunes: false })
      }
      const follow = async () => {
        for await (const { deliveries, end } of source(position, batchSize, signal)) {
          const hand = () => onBatch(deliveries as Delivery<T>[])
          if (deliveries.length > 0 && (await retry(hand, untilStopped)) === 'stopped') return
          position = end
          if (keepsOffset) {
            await log.finish({ topic: offsets, group, position, prunes: isReports })
          }
        }
      }
      if ((await retry(begin, untilStopped)) !== 'stopped') await retry(follow, untilStopped)
    }

    // one consumer of a group at a time
    const finished = group === null ? run() : inOrder(`${topic} ${group}`, run)
    const consumer: Consumer = {
      stop: async () => {
        abort.abort()
        if (begun) await finished
        running.delete(consumer)
      },
    }
    running.add(consumer)
    return consumer
  }

  return {
    publish: async (topic: Topic, messages) => {
      if (closed) throw new Error('the bus is closed')
      if (topic === TOPICS.events) throw new Error('events are published by appending them')
      if (topic === TOPICS.reports) return log.publish(messages)
      memory[topic].publish(messages)
    },
    consume,
    scrub: log.scrub,
    close: async () => {
      closed = true
      await Promise.all([...running].map((consumer) => consumer.stop()))
      await log.close()
    },
  }
}
