import { setTimeout as sleep } from 'node:timers/promises'
import { START } from '@guiche/contracts/envelope.js'
import { createKafkaClient } from '@guiche/infra/event-bus/kafka/client.js'
import { createOrderedProducer } from '@guiche/infra/event-bus/kafka/producer.js'
import { ALL_TOPICS, ensureTopics } from '@guiche/infra/event-bus/kafka/topics.js'
import { createEmbeddedEventStore } from '@guiche/infra/event-store/embedded.js'
import type { EventStore } from '@guiche/infra/event-store/event-store.js'
import { createEventStoreDb } from '@guiche/infra/event-store/eventstoredb.js'
import type { KafkaForTests } from '@guiche/infra/testing/kafka.js'
import { type Batch, createToMessages, splitBatch } from '@guiche/launcher/relay/batches.js'
import { readCheckpoint, writeCheckpoint } from '@guiche/launcher/relay/checkpoint.js'
import { startRelay } from '@guiche/launcher/relay/relay.js'
import { startDouble } from '../../launcher/testing/service-process.js'
import { DISTRIBUTED } from './plans.js'
import type { Bench } from './scenario.js'
import { keptData } from './seed.js'
import { median, nowMs } from './stats.js'

const ROUNDS = 3
const APPENDERS = 100

/** Appends the seeded history to another store. The streams of a batch are appended in parallel. */
const copyHistory = async (from: EventStore, to: EventStore): Promise<void> => {
  const head = await from.head()
  for await (const batch of from.subscribeAll({ after: START, signal: new AbortController().signal })) {
    const streams = new Map<string, (typeof batch)[number][]>()
    for (const event of batch) streams.set(event.stream, [...(streams.get(event.stream) ?? []), event])
    const queue = [...streams]
    const work = async (): Promise<void> => {
      for (let next = queue.shift(); next !== undefined; next = queue.shift()) {
        const [stream, events] = next
        const done = await to.append(stream, 'any', events)
        if (!done.ok) throw new Error(`${stream}: ${done.error.kind}`)
      }
    }
    await Promise.all(Array.from({ length: APPENDERS }, work))
    if ((batch.at(-1)?.position ?? START) >= head) return
  }
}

/** The batches that the relay sends for the whole store. */
const sendsOf = async (store: EventStore, prefix: string): Promise<Batch[]> => {
  const toMessages = createToMessages({ prefix, storeId: store.storeId })
  const head = await store.head()
  const sends: Batch[] = []
  for await (const batch of store.subscribeAll({ after: START, signal: new AbortController().signal })) {
    sends.push(...splitBatch(batch, toMessages))
    if ((batch.at(-1)?.position ?? START) >= head) break
  }
  return sends.filter(({ messages }) => messages.length > 0)
}

/** From the event store to Kafka, compared with kafkajs alone and the same batches. */
export const measureRelay = async ({ report, log, after }: Bench, kafka: KafkaForTests): Promise<void> => {
  const { dataDir, published } = await keptData(DISTRIBUTED)
  const seeded = await createEmbeddedEventStore({ dir: dataDir })
  after(() => seeded.close())
  const double = await startDouble()
  after(() => double.kill())
  const store = await createEventStoreDb({ url: double.url })
  after(() => store.close())
  await copyHistory(seeded, store)
  const head = (await store.lastPublished())?.position ?? START

  const relayed: number[] = []
  const raw: number[] = []
  for (let round = 0; round < ROUNDS; round++) {
    const prefix = kafka.prefix()
    after(() => kafka.forget(prefix))
    const sends = await sendsOf(store, prefix)
    await kafka.admin((admin) => ensureTopics(admin, prefix, ALL_TOPICS))
    const producer = createOrderedProducer(createKafkaClient({ brokers: kafka.brokers }))
    // The first send opens the connection.
    await producer.send(sends[0]?.messages ?? [])
    const beganRaw = nowMs()
    for (const { messages } of sends) await producer.send(messages)
    raw.push((published * 1000) / (nowMs() - beganRaw))
    await producer.close()

    const own = kafka.prefix()
    after(() => kafka.forget(own))
    await kafka.admin((admin) => ensureTopics(admin, own, ALL_TOPICS))
    await writeCheckpoint(store, await readCheckpoint(store), { position: START, holder: null })
    const began = nowMs()
    const relay = await startRelay({ eventStore: store, brokers: kafka.brokers, prefix: own, name: 'bench' })
    while (relay.position() < head) await sleep(5)
    relayed.push((published * 1000) / (nowMs() - began))
    await relay.stop()
  }
  log(`relay ${relayed.map(Math.round).join(' ')} /s, kafkajs ${raw.map(Math.round).join(' ')} /s`)
  report({
    scenario: `relay, ${published} events from the EventStoreDB double to Kafka`,
    value: median(relayed),
    unit: '/s',
    raw: median(raw),
    ratioGoal: { atLeast: 0.5 },
  })
}
