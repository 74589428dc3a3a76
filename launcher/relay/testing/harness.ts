import { randomUUID } from 'node:crypto'
import { PUBLIC_TOPICS, type PublicTopic, TOPICS, type Topic } from '@guiche/contracts/bus/topics.js'
import { type NewEvent, START, type StoredEvent } from '@guiche/contracts/envelope.js'
import { toPublicEvent } from '@guiche/contracts/public/public-event.js'
import { isInternalStream } from '@guiche/contracts/streams.js'
import { fromCloudEvent } from '@guiche/infra/event-bus/cloud-events.js'
import { createEmbeddedEventStore } from '@guiche/infra/event-store/embedded.js'
import type { EventStore } from '@guiche/infra/event-store/event-store.js'
import { afterAll, afterEach, beforeAll, beforeEach, expect } from '@jest/globals'
import { sampleOf } from '../../../contracts/testing/samples.js'
import { settingChanged } from '../../../infra/event-store/testing/setting-changed.js'
import type { KafkaForTests } from '../../../infra/testing/kafka.js'
import { tempDir } from '../../../infra/testing/temp-dir.js'
import { until } from '../../../infra/testing/until.js'
import { type Relay, type RelayOptions, startRelay } from '../relay.js'
import { type FoundMessage, followTopics, type SharedTopics } from './topics.js'

export const COMPANIES = [0, 1, 2, 3, 48]

/** One type of each public topic, and one type without a public event. */
const SAMPLES = [
  ['ticket.opened.v1', 'ticket'],
  ['message.received.v1', 'message'],
  ['contact.erased.v1', 'erasure'],
  ['connection.status-changed.v1', 'connection'],
  ['ticket.read.v1', 'ticket'],
] as const
const golden = new Map(SAMPLES.map(([type]) => [type, sampleOf(type)]))

const partitionOf = (companyId: number) => (companyId === 0 ? 0 : 1 + (companyId % 47))

/** The golden sample of a type as an event of a company. */
export const sampleEvent = (n: number, companyId: number): readonly [string, NewEvent] => {
  const [type, stream] = SAMPLES[n % SAMPLES.length] ?? SAMPLES[0]
  return [`${stream}-${companyId}`, { ...settingChanged(), type, data: golden.get(type), companyId }]
}

/** The messages without repetitions: drops a message at or below the partition's highest position so far. */
const withoutRepetitions = (found: readonly FoundMessage[]): FoundMessage[] => {
  const marks = new Map<number, string>()
  return found.filter(({ partition, message }) => {
    const position = String(message.headers?.ce_position)
    if (position <= (marks.get(partition) ?? START)) return false
    marks.set(partition, position)
    return true
  })
}

const byPosition = (a: { position: string }, b: { position: string }) => (a.position < b.position ? -1 : 1)

/** A store's events up to its current head, without streams that the relay skips. */
export const contentsOf = async (store: EventStore): Promise<StoredEvent[]> => {
  const head = await store.head()
  if (head === START) return []
  const events: StoredEvent[] = []
  const abort = new AbortController()
  for await (const batch of store.subscribeAll({ after: START, signal: abort.signal })) {
    events.push(...batch)
    if ((batch.at(-1)?.position ?? START) >= head) break
  }
  return events.filter(({ stream }) => !isInternalStream(stream))
}

/**
 * A new embedded store for each test, relays that are stopped after the test, and topics that the whole file shares. Registers
 * hooks of the suite. `reading`: whether tests read the topics.
 */
export const relayHarness = (kafka: KafkaForTests, reading = true) => {
  const { brokers } = kafka
  const prefix = kafka.prefix()
  let topics: SharedTopics | null = null
  let folder: Awaited<ReturnType<typeof tempDir>>
  let store: EventStore
  const relays: Relay[] = []
  beforeAll(async () => {
    // The first relay creates the topics.
    const { dir, remove } = await tempDir()
    const eventStore = await createEmbeddedEventStore({ dir })
    await (await startRelay({ eventStore, brokers, prefix, name: 'first' })).stop()
    await eventStore.close()
    await remove()
    if (reading) topics = followTopics(brokers, prefix)
  })
  afterAll(async () => {
    await topics?.close()
    await kafka.forget(prefix)
  })
  beforeEach(async () => {
    folder = await tempDir()
    store = await createEmbeddedEventStore({ dir: folder.dir })
  })
  afterEach(async () => {
    await Promise.all(relays.splice(0).map((relay) => relay.stop()))
    await store.close()
    await folder.remove()
  })

  const lyingIn = async (topic: Topic | PublicTopic, storeId: string): Promise<FoundMessage[]> => {
    if (topics === null) throw new Error('this harness reads no topics')
    return topics.of(topic, storeId)
  }
  /** Appends events of several companies, with internal events between them. */
  const append = async (count: number, on: EventStore = store) => {
    for (let n = 0; n < count; n += 2 * COMPANIES.length) {
      const results = await Promise.all([
        ...COMPANIES.map((companyId) =>
          on.append(`settings-${companyId}`, 'any', [{ ...settingChanged(String(n)), companyId }]),
        ),
        ...COMPANIES.map((companyId, index) => {
          const [stream, event] = sampleEvent(n / (2 * COMPANIES.length) + index, companyId)
          return on.append(stream, 'any', [event])
        }),
        on.append(`sequence-${n}`, 'any', [
          { ...settingChanged(), type: 'sequence.block-taken.v1', data: { from: 1, to: 2 } },
        ]),
      ])
      expect(results.filter(({ ok }) => !ok)).toEqual([])
    }
  }

  return {
    brokers,
    prefix,
    dir: () => folder.dir,
    store: () => store,
    append,
    /** Closes the store, runs `work` while another process may use the folder, and opens the store again. */
    lend: async (work: () => Promise<void>) => {
      await store.close()
      await work()
      store = await createEmbeddedEventStore({ dir: folder.dir })
    },
    start: async (options: Partial<RelayOptions> = {}) => {
      const relay = await startRelay({ eventStore: store, brokers, prefix, name: randomUUID(), ...options })
      relays.push(relay)
      return relay
    },
    reached: async (relay: Relay, on: EventStore = store) => {
      const last = (await contentsOf(on)).at(-1)?.position ?? START
      await until(() => relay.position() >= last, 30_000)
    },
    /** All messages of a topic, including repetitions. */
    events: async (on: EventStore = store) =>
      (await lyingIn(TOPICS.events, on.storeId)).map(({ partition, message }) => ({
        partition,
        event: fromCloudEvent(message),
      })),
    /**
     * Expects that every topic, without repetitions, equals the store: all its events or their public events, once, in order,
     * each company in its partition. Gives the number of repeated messages.
     */
    expectTopicsToEqualTheStore: async (on: EventStore = store): Promise<{ repeated: number }> => {
      const stored = await contentsOf(on)
      const found = await lyingIn(TOPICS.events, on.storeId)
      const fresh = withoutRepetitions(found)
      expect(fresh.map(({ message }) => fromCloudEvent(message)).sort(byPosition)).toEqual(stored)
      for (const { partition, message } of fresh) {
        expect(partition).toBe(partitionOf(fromCloudEvent(message).companyId))
      }
      let repeated = found.length - fresh.length
      for (const topic of Object.values(PUBLIC_TOPICS)) {
        const published = await lyingIn(topic, on.storeId)
        const once = withoutRepetitions(published)
        const told = once.map(({ partition, message }) => ({
          partition,
          position: String(message.headers?.ce_position),
          id: String(message.headers?.ce_id),
          type: String(message.headers?.ce_type),
          subject: String(message.headers?.ce_subject),
          key: String(message.key),
          data: JSON.parse(String(message.value)),
        }))
        const expected = stored.flatMap((event) => {
          const to = toPublicEvent(event)
          if (to === null || to.topic !== topic) return []
          const { id, position, companyId } = event
          const { type, subject, data } = to
          return {
            partition: partitionOf(companyId),
            position,
            id,
            type,
            subject,
            key: String(companyId),
            data,
          }
        })
        expect(told.sort(byPosition)).toEqual(expected)
        repeated += published.length - once.length
      }
      return { repeated }
    },
  }
}
