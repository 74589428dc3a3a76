import { TOPICS, type Topic } from '@guiche/contracts/bus/topics.js'
import type { Logger } from 'pino'
import { within } from '../../within.js'
import type { BusMessage, ConsumeOptions, Consumer, EventBus } from '../event-bus.js'
import { createKafkaClient, reachKafka } from './client.js'
import { type ConsumerDeps, startConsumer } from './consumer.js'
import { createOrigin, type EventStoreReader } from './history.js'
import { createOrderedProducer } from './producer.js'
import { ensureTopics, partitionOf, specOf } from './topics.js'

/** Longest wait of a close for running requests without answer, in ms. */
const CLOSE_WITHIN = 4_000

/**
 * The bus on Kafka. `brokers`: host:port, comma-separated; `prefix` precedes topics and groups. Creates missing topics.
 * Rejects if no broker answers or a topic has wrong settings; later faults are waited out. `events`: events sent by the
 * relay.
 */
export const createKafkaEventBus = async (deps: {
  readonly brokers: string
  readonly prefix?: string
  readonly logger?: Logger
  /** ms without a fetch after which a consumer with messages waiting is replaced; default 60,000 */
  readonly stalledAfter?: number
  /** ms without a sign of life after which a member loses its partitions; default 8,000 */
  readonly sessionTimeout?: number
  /**
   * The store whose events the log carries. Consumers read older events from the store. Events of another store, from
   * before a rollback, are left out.
   */
  readonly eventStore?: EventStoreReader
  /** aborts when the process stops; a message that Kafka does not take within 2.5 s after that is rejected */
  readonly stopping?: AbortSignal
}): Promise<EventBus> => {
  const { brokers, prefix = '', logger, stalledAfter, sessionTimeout, eventStore = null } = deps
  const kafka = createKafkaClient({ brokers, ...(logger === undefined ? {} : { logger }) })
  await reachKafka(kafka, brokers)
  const admin = kafka.admin()
  await admin.connect()
  try {
    await ensureTopics(admin, prefix)
  } catch (error) {
    await admin.disconnect()
    throw error
  }
  const running = new Set<Promise<Consumer>>()
  const closing = new AbortController()
  const stopping = AbortSignal.any([closing.signal, ...(deps.stopping === undefined ? [] : [deps.stopping])])
  const producer = createOrderedProducer(kafka, stopping)
  const origin = createOrigin(eventStore)
  const consumerDeps: ConsumerDeps = {
    kafka,
    admin,
    prefix,
    closing: closing.signal,
    ...(logger === undefined ? {} : { logger }),
    ...(stalledAfter === undefined ? {} : { stalledAfter }),
    ...(sessionTimeout === undefined ? {} : { sessionTimeout }),
    eventStore,
    origin,
  }

  return {
    keptMs: specOf(TOPICS.events).retention,
    publish: async (topic: Topic, messages: readonly BusMessage[]) => {
      if (closing.signal.aborted) throw new Error('the bus is closed')
      if (topic === TOPICS.events) throw new Error('events are published by appending them')
      await producer.send(
        messages.map(({ key, value }) => ({
          topic: `${prefix}${topic}`,
          partition: partitionOf(topic, key),
          key: String(key),
          value: Buffer.from(JSON.stringify(value)),
        })),
      )
    },
    consume: async <T>(options: ConsumeOptions<T>): Promise<Consumer> => {
      if (closing.signal.aborted) throw new Error('the bus is closed')
      const starting = startConsumer(consumerDeps, options)
      running.add(starting)
      starting.catch(() => running.delete(starting))
      const consumer = await starting
      return {
        stop: async () => {
          await consumer.stop()
          running.delete(starting)
        },
      }
    },
    reach: async () => {
      if (origin.isReplaced) throw new Error('the event store was replaced; start anew')
      await admin.describeCluster()
    },
    members: async (topic, group) => {
      const { groups } = await admin.describeGroups([`${prefix}${topic}.${group}`])
      return groups[0]?.members.length ?? 0
    },
    close: async () => {
      closing.abort()
      const stops = [...running].map(async (starting) => (await starting).stop())
      const end = async () => {
        await Promise.allSettled(stops)
        await producer.close()
        await admin.disconnect()
      }
      await within(end(), CLOSE_WITHIN, undefined)
    },
  }
}
