import { TOPICS } from '@guiche/contracts/bus/topics.js'
import type { StoredEvent } from '@guiche/contracts/envelope.js'
import { afterAll, beforeAll, beforeEach, expect, it } from '@jest/globals'
import type { Kafka, Consumer as KafkaConsumer } from 'kafkajs'
import { startBrokerProxy } from '../../testing/broker-proxy.js'
import { onKafka } from '../../testing/kafka.js'
import { until } from '../../testing/until.js'
import { eventsTopicForTests, storedAt } from '../testing/events-topic.js'
import { createKafkaEventBus } from './bus.js'
import { createKafkaClient } from './client.js'
import { startConsumer } from './consumer.js'
import { createOrigin } from './history.js'

await onKafka('a consumer that replaces its client of Kafka', (engine) => {
  const { brokers, admin, forget } = engine
  const kafka = createKafkaClient({ brokers })
  const prefix = engine.prefix()
  const { relayed, describeGroup, close } = eventsTopicForTests(kafka, prefix, admin)
  /** Each test has its own company, whose partition is empty at the start. */
  let company = 0
  let group = ''

  beforeAll(async () => {
    // This bus creates the topics.
    await (await createKafkaEventBus({ brokers, prefix })).close()
  })
  beforeEach(() => {
    company++
    group = `group-${company}`
  })
  afterAll(async () => {
    await close()
    await forget(prefix)
  })

  /** A consumer, and its Kafka clients for inspection. */
  const followWatched = async (on: Kafka, sessionTimeout: number) => {
    const clients: KafkaConsumer[] = []
    const watched = {
      consumer: (config: Parameters<Kafka['consumer']>[0]) => {
        const client = on.consumer(config)
        clients.push(client)
        return client
      },
    } as Kafka
    const ownAdmin = on.admin()
    await ownAdmin.connect()
    const closing = new AbortController()
    const seen: number[] = []
    const consumer = await startConsumer<StoredEvent>(
      {
        kafka: watched,
        admin: ownAdmin,
        prefix,
        stalledAfter: 400,
        sessionTimeout,
        eventStore: null,
        origin: createOrigin(null),
        closing: closing.signal,
      },
      {
        topic: TOPICS.events,
        group,
        onBatch: async (batch) => {
          for (const { key, position } of batch) if (key === company) seen.push(Number(position))
        },
      },
    )
    const stop = async () => {
      await consumer.stop()
      await ownAdmin.disconnect()
    }
    return { clients, seen, stop }
  }

  it('replaces a client that hangs while messages wait', async () => {
    const { clients, seen, stop } = await followWatched(kafka, 6000)
    await relayed([storedAt(1, company)])
    await until(() => seen.length === 1)
    // The stopped client neither fetches nor sends heartbeats.
    await clients[0]?.stop()
    await relayed([storedAt(2, company)])
    await until(() => seen.length === 2)
    expect(clients.length).toBeGreaterThan(1)
    expect(seen).toEqual([1, 2])
    await stop()
  })

  it('stops even if its broker is silent', async () => {
    const [host = '', port] = brokers.split(':')
    const proxy = await startBrokerProxy({ host, port: Number(port) })
    const { seen, stop } = await followWatched(createKafkaClient(proxy), 6000)
    await relayed([storedAt(1, company)])
    await until(() => seen.length === 1)
    proxy.stall()
    await stop()
    await proxy.close()
    // The default limits of Kafka add up to a minute.
  })

  it('rejoins its group at once after losing its only broker', async () => {
    const [host = '', port] = brokers.split(':')
    const proxy = await startBrokerProxy({ host, port: Number(port) })
    // Until the session times out, no other member gets its partitions.
    const { clients, seen, stop } = await followWatched(createKafkaClient(proxy), 60_000)
    await relayed([storedAt(1, company)])
    await until(() => seen.length === 1)
    const [first] = clients
    const ended = new Promise((resolve) => first?.on(first.events.CRASH, resolve))
    proxy.cut()
    await ended
    await relayed([storedAt(2, company)])
    proxy.mend()
    // The first message may be delivered again: the connection was cut before the batch was finished.
    await until(() => seen.includes(2), 20_000)
    expect(await describeGroup(group)).toMatchObject({ state: 'Stable', members: [expect.anything()] })
    await stop()
    await proxy.close()
  })
})
