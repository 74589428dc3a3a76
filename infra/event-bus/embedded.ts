import { TOPICS, type Topic } from '@guiche/contracts/bus/topics.js'
import { toPosition } from '@guiche/contracts/envelope.js'
import { isInternalStream } from '@guiche/contracts/streams.js'
import type { Logger } from 'pino'
import type { EventStore } from '../event-store/event-store.js'
import type { FollowOptions } from '../event-store/tail.js'
import { retry } from '../retry.js'
import { createSerialQueue } from '../serial-queue.js'
import type { WorkerOptions } from '../sqlite/worker.js'
import { createDurableLog } from './durable-log.js'
import type { BusMessage, ConsumeOptions, Consumer, Delivery, EventBus } from './event-bus.js'
import { createMemoryTopic } from './memory-topic.js'

const PARTITION = 0
const FIRST_BACK_OFF = 100
const LAST_BACK_OFF = 5000

/** Deliveries after a position; `end` is the batch's last position, even if its last messages are skipped. */
interface Batch {
  readonly deliveries: readonly Delivery<unknown>[]
  readonly end: number
}
type Source = (after: number) => AsyncIterable<Batch>

const asBatch = (messages: readonly (BusMessage & { readonly position: number })[]): Batch => ({
  deliveries: messages.map(({ key, value, position }) => {
    return { partition: PARTITION, position: toPosition(position), key, value }
  }),
  end: messages.at(-1)?.position ?? 0,
})

interface Deps extends WorkerOptions {
  readonly eventStore: EventStore
  readonly dir: string
  readonly logger?: Logger
}
const openBus = async (deps: Deps) => ({
  ...{ eventStore: deps.eventStore, logger: deps.logger, log: await createDurableLog(deps.dir, deps) },
  memory: { [TOPICS.changes]: createMemoryTopic(), [TOPICS.ephemeral]: createMemoryTopic() },
  inOrder: createSerialQueue(),
  running: new Set<Consumer>(),
  closed: false,
})
type Bus = Awaited<ReturnType<typeof openBus>>

async function* eventBatches({ eventStore }: Bus, options: FollowOptions): AsyncGenerator<Batch> {
  const after = toPosition(options.after)
  for await (const events of eventStore.subscribeAll({ ...options, after })) {
    const deliveries = events
      .filter(({ stream }) => !isInternalStream(stream))
      .map((value) => ({ partition: PARTITION, position: value.position, key: value.companyId, value }))
    yield { deliveries, end: Number(events.at(-1)?.position ?? after) }
  }
}

async function* reportBatches({ log }: Bus, options: FollowOptions): AsyncGenerator<Batch> {
  for await (const rows of log.follow(options)) {
    yield asBatch(rows.map(({ position, value }) => ({ ...value, position })))
  }
}

const sourceOf = <T>(bus: Bus, options: ConsumeOptions<T>, signal: AbortSignal): Source => {
  const { topic, group, batchSize = 500 } = options
  if (topic === TOPICS.events) return (after) => eventBatches(bus, { after, batchSize, signal })
  if (topic === TOPICS.reports) return (after) => reportBatches(bus, { after, batchSize, signal })
  // Subscribes now, not at the first batch.
  const messages = bus.memory[topic].follow(group, batchSize, signal)
  return async function* () {
    for await (const batch of messages) yield asBatch(batch)
  }
}

const headOf = async ({ eventStore, log }: Bus, topic: Topic): Promise<number> => {
  if (topic === TOPICS.events) return Number(await eventStore.head())
  return topic === TOPICS.reports ? log.head() : 0
}

/** One consumer's work. */
interface Consumption<T> {
  readonly options: ConsumeOptions<T>
  readonly source: Source
  /** the end of the topic when the consumer was made */
  readonly head: number
  /** where the group's offset is stored; null: nowhere */
  readonly offset: { readonly topic: string; readonly group: string } | null
  readonly signal: AbortSignal
}

/**
 * Gives the position after which the consumer begins. Registers the group: later messages are kept for it, and "now" is fixed.
 * A position beyond the end is reset, because new events get the same positions.
 */
const registerConsumer = async <T>(bus: Bus, consumption: Consumption<T>): Promise<number> => {
  const { offset, head } = consumption
  const { topic, after, begin } = consumption.options
  const finished = offset && bus.log.finished(offset.topic, offset.group)
  let position = head
  if (after !== undefined) position = Number((await after(PARTITION)) ?? 0)
  // After a rollback of the store, the finished position of a group may lie beyond the store's end.
  else if (finished !== null) position = Math.min(finished, await headOf(bus, topic))
  else if (offset !== null) position = begin === 'now' ? head : 0
  const kept = topic === TOPICS.reports ? (finished ?? 0) : position
  if (offset !== null) await bus.log.finish({ ...offset, position: kept, prunes: false })
  return position
}

const runConsumer = async <T>(bus: Bus, consumption: Consumption<T>): Promise<void> => {
  const { source, offset, signal } = consumption
  const { topic, group, onBatch } = consumption.options
  const untilStopped = {
    ...{ first: FIRST_BACK_OFF, longest: LAST_BACK_OFF, signal },
    onFailure: (error: unknown, backOff: number) =>
      bus.logger?.warn({ err: error, topic, group, backOff }, 'a batch failed and comes again'),
  }
  let position = consumption.head
  const begin = async () => {
    position = await registerConsumer(bus, consumption)
  }
  const follow = async () => {
    for await (const { deliveries, end } of source(position)) {
      const hand = () => onBatch(deliveries as Delivery<T>[])
      if (deliveries.length > 0 && (await retry(hand, untilStopped)) === 'stopped') return
      position = end
      if (offset !== null) await bus.log.finish({ ...offset, position, prunes: topic === TOPICS.reports })
    }
  }
  if ((await retry(begin, untilStopped)) !== 'stopped') await retry(follow, untilStopped)
}

const createConsumer = async <T>(bus: Bus, options: ConsumeOptions<T>): Promise<Consumer> => {
  if (bus.closed) throw new Error('the bus is closed')
  const { topic, group, after } = options
  const { eventStore, running } = bus
  const abort = new AbortController()
  const { signal } = abort
  // Reports are dropped once all groups have finished them, so each group's offset is stored.
  const keepsOffset = topic === TOPICS.reports || (topic === TOPICS.events && after === undefined)
  const head = await headOf(bus, topic)
  // Positions are valid for one store only.
  const offsets = topic === TOPICS.events ? `${topic} ${eventStore.storeId}` : topic
  const offset = group !== null && keepsOffset ? { topic: offsets, group } : null
  const source = sourceOf(bus, options, signal)
  let begun = false
  const begin = async () => {
    if (signal.aborted) return
    begun = true
    await runConsumer(bus, { options, source, head, offset, signal })
  }
  // one consumer of a group at a time
  const finished = group === null ? begin() : bus.inOrder(`${topic} ${group}`, begin)
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

/**
 * The bus of one process, with one partition, 0. `events` is the event store's own log without its internal streams.
 * `reports` is kept in `dir`/reports.db. `changes` and `ephemeral` live in memory.
 */
export const createEmbeddedEventBus = async (deps: Deps): Promise<EventBus> => {
  const bus = await openBus(deps)
  const { log, memory, running } = bus
  return {
    publish: async (topic: Topic, messages) => {
      if (bus.closed) throw new Error('the bus is closed')
      if (topic === TOPICS.events) throw new Error('events are published by appending them')
      if (topic === TOPICS.reports) return log.publish(messages)
      memory[topic].publish(messages)
    },
    consume: (options) => createConsumer(bus, options),
    scrub: log.scrub,
    close: async () => {
      bus.closed = true
      await Promise.all([...running].map((consumer) => consumer.stop()))
      await log.close()
    },
  }
}
