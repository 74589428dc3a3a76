import { setTimeout as delay } from 'node:timers/promises'
import { type StoredEvent, toPosition } from '@guiche/contracts/envelope.js'
import { isInternalStream } from '@guiche/contracts/streams.js'
import { TOPICS, type Topic } from '@guiche/contracts/topics.js'
import type { Logger } from 'pino'
import type { EventStore } from '../event-store/event-store.js'
import { createDurableLog } from './durable-log.js'
import type { BusMessage, ConsumeOptions, Consumer, Delivery, EventBus } from './event-bus.js'
import { createMemoryTopic } from './memory-topic.js'
import { createTurns } from './turns.js'

const PARTITION = 0
const FIRST_BACK_OFF = 100
const LAST_BACK_OFF = 5000

type MemoryName = typeof TOPICS.changes | typeof TOPICS.signals

/** Deliveries behind a position; `end` is how far a batch reaches even where its last messages are skipped. */
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
 * The bus of one process: `events` is the event store's own log without its internal streams, `reports` is kept in
 * `dir`/reports.db, `changes` and `signals` live in memory. There is one partition, 0.
 */
export const createEmbeddedEventBus = async (deps: {
  readonly eventStore: EventStore
  readonly dir: string
  readonly logger?: Logger
  /** the writer of reports ended by itself: nothing is kept any more */
  readonly onDeath?: (failure: Error) => void
}): Promise<EventBus> => {
  const { eventStore, dir, logger } = deps
  const log = await createDurableLog(dir, deps.onDeath)
  const memory = { [TOPICS.changes]: createMemoryTopic(), [TOPICS.signals]: createMemoryTopic() }
  const turns = createTurns()
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
    // Listening begins now, not when the first batch is asked for.
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
    // Reports are dropped once all groups have finished them, so each group of theirs is known by its offset.
    const isReports = topic === TOPICS.reports
    const keepsOffset = group !== null && (isReports || (topic === TOPICS.events && after === undefined))
    const abort = new AbortController()
    const { signal } = abort
    const head = await headOf(topic)
    // Positions of one store say nothing about another one.
    const offsets = topic === TOPICS.events ? `${topic} ${eventStore.storeId}` : topic
    const source = sourceOf(topic, group, batchSize, signal)

    /** Tries until it works or the consumer is stopped; false when it was stopped. */
    const insist = async (attempt: () => Promise<void>): Promise<boolean> => {
      for (let backOff = FIRST_BACK_OFF; !signal.aborted; backOff = Math.min(backOff * 2, LAST_BACK_OFF)) {
        try {
          await attempt()
          return true
        } catch (error) {
          logger?.warn({ err: error, topic, group, backOff }, 'a batch failed and comes again')
          await delay(backOff, undefined, { signal }).catch(() => {})
        }
      }
      return false
    }

    const run = async () => {
      const giveBack = group === null ? () => {} : await turns.take(`${topic} ${group}`, signal)
      if (giveBack === null) return
      let position = head
      const begin = async () => {
        if (after !== undefined) position = Number((await after(PARTITION)) ?? 0)
        else if (keepsOffset) {
          const finished = log.finished(offsets, group)
          // What a group has finished of a store that was put back to an earlier state may lie beyond its end.
          if (finished !== null) position = Math.min(finished, await headOf(topic))
          else position = options.begin === 'now' ? head : 0
        }
        // From here on this group is known: nothing is dropped before it, and "now" stays what it is.
        const kept = isReports ? 0 : position
        if (keepsOffset) await log.finish({ topic: offsets, group, position: kept, prunes: false })
      }
      const follow = async () => {
        for await (const { deliveries, end } of source(position, batchSize, signal)) {
          const handed = deliveries.length === 0 || (await insist(() => onBatch(deliveries as Delivery<T>[])))
          if (!handed) return
          position = end
          if (keepsOffset) {
            await log.finish({ topic: offsets, group, position, prunes: isReports })
          }
        }
      }
      if (await insist(begin)) await insist(follow)
      giveBack()
    }

    const finished = run()
    const consumer: Consumer = {
      stop: async () => {
        abort.abort()
        await finished
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
