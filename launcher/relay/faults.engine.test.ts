import { ALL_TOPICS } from '@guiche/infra/event-bus/kafka/topics.js'
import type { EventStore } from '@guiche/infra/event-store/event-store.js'
import { createEventStoreDb } from '@guiche/infra/event-store/eventstoredb.js'
import { expect, it } from '@jest/globals'
import pino from 'pino'
import { startEventStoreDbDouble } from '../../infra/event-store/testing/eventstoredb-double/server.js'
import { type BrokerProxy, startBrokerProxy } from '../../infra/testing/broker-proxy.js'
import { type KafkaForTests, onKafka } from '../../infra/testing/kafka.js'
import { linesUntilKilled } from '../../infra/testing/killed.js'
import { until } from '../../infra/testing/until.js'
import { readCheckpoint } from './checkpoint.js'
import { relayHarness } from './testing/harness.js'

const relaySuite = (kafka: KafkaForTests) => {
  const { brokers, prefix, dir, store, append, lend, start, reached, events, expectTopicsToEqualTheStore } =
    relayHarness(kafka)
  const killed = (checkpointEvery: number, lines: number) =>
    lend(async () => {
      const file = new URL('./testing/relay-for-ever.ts', import.meta.url)
      await linesUntilKilled(file, [dir(), brokers, prefix, String(checkpointEvery)], lines)
    })
  const proxyOfBroker = async (): Promise<BrokerProxy> => {
    const [broker] = (await kafka.admin((admin) => admin.describeCluster())).brokers
    if (broker === undefined) throw new Error('the cluster has no broker')
    return startBrokerProxy({ host: broker.host, port: broker.port })
  }
  /** A relay that reaches Kafka through a proxy, and the number of its retries. */
  const throughProxy = async (work: (proxy: BrokerProxy, tries: () => number) => Promise<void>) => {
    const proxy = await proxyOfBroker()
    let tries = 0
    const logger = pino({ level: 'warn' }, { write: () => void tries++ })
    const relay = await start({ brokers: proxy.brokers, logger, batchSize: 20 })
    try {
      await until(() => relay.state() === 'active')
      await work(proxy, () => tries)
      await reached(relay)
    } finally {
      await relay.stop()
      await proxy.close()
    }
  }

  it('loses no event when killed at any moment', async () => {
    await append(1000)
    await killed(60_000, 12)
    // There was no checkpoint, so everything is sent again.
    expect(await readCheckpoint(store())).toMatchObject({ position: '0'.padStart(20, '0'), holder: 'killed' })
    // Each round has more batches than the relay has in flight.
    for (const lines of [1, 9]) {
      await append(500)
      await killed(20, lines)
    }
    await reached(await start({ name: 'killed' }))
    const { repeated } = await expectTopicsToEqualTheStore()
    expect(repeated).toBeGreaterThanOrEqual(12 * 50)
  })

  it('waits while Kafka is unavailable', async () => {
    await throughProxy(async (proxy, tries) => {
      await append(200)
      await until(() => proxy.connections() > 0)
      proxy.cut()
      await append(200)
      await until(() => tries() > 0, 30_000)
      const sent = (await events()).length
      expect(sent).toBeLessThan(400)
      proxy.mend()
      await append(200)
    })
    await expectTopicsToEqualTheStore()
  })

  it('recreates topics that Kafka has lost', async () => {
    const own = kafka.prefix()
    const relay = await start({ prefix: own })
    await append(20)
    await reached(relay)
    await kafka.forget(own)
    await append(20)
    await reached(relay)
    const there = await kafka.admin((admin) => admin.listTopics())
    expect(there.filter((topic) => topic.startsWith(own))).toHaveLength(ALL_TOPICS.length)
    await relay.stop()
    await kafka.forget(own)
  })

  it('recreates topics that Kafka has lost, also while no event waits', async () => {
    const own = kafka.prefix()
    const relay = await start({ prefix: own, lookEvery: 100 })
    await until(() => relay.state() === 'active')
    await kafka.forget(own)
    const there = () => kafka.admin((admin) => admin.listTopics())
    while ((await there()).filter((topic) => topic.startsWith(own)).length < ALL_TOPICS.length);
    await relay.stop()
    await kafka.forget(own)
  })

  it('stops while Kafka is silent, also during a send, and the next relay sends the batch', async () => {
    const proxy = await proxyOfBroker()
    let taken = 0
    const watched: EventStore = {
      ...store(),
      subscribeAll: async function* (options) {
        for await (const batch of store().subscribeAll(options)) {
          yield batch
          taken++
        }
      },
    }
    const relay = await start({ eventStore: watched, brokers: proxy.brokers })
    await append(100)
    await reached(relay)
    proxy.stall()
    const before = taken
    await append(100)
    await until(() => taken > before)
    await relay.stop()
    await proxy.close()
    await reached(await start())
    await expectTopicsToEqualTheStore()
  })

  it('repeats a send with an unknown outcome', async () => {
    await throughProxy(async (proxy) => {
      for (let round = 0; round < 3; round++) {
        proxy.swallowAnswers(1)
        await append(100)
        await until(() => proxy.swallowed() > round, 30_000)
      }
    })
    await expectTopicsToEqualTheStore()
  })

  it('reopens a subscription that ends or fails, and misses nothing', async () => {
    let cuts = 0
    const cut: EventStore = {
      ...store(),
      subscribeAll: async function* (options) {
        let given = 0
        for await (const batch of store().subscribeAll(options)) {
          yield batch
          given += batch.length
          if (cuts < 4 && given >= 20) {
            cuts++
            if (cuts % 2 === 0) return
            throw new Error('cut')
          }
        }
      },
    }
    await append(200)
    const relay = await start({ eventStore: cut, batchSize: 10 })
    await reached(relay)
    expect(cuts).toBe(4)
    expect(await expectTopicsToEqualTheStore()).toEqual({ repeated: 0 })
  })

  it('follows EventStoreDB (double) through cuts, an end and a restart', async () => {
    let double = await startEventStoreDbDouble()
    const esdb = await createEventStoreDb({ url: double.url })
    try {
      await append(60, esdb)
      const relay = await start({ eventStore: esdb, batchSize: 10 })
      const again = async (fault: () => unknown) => {
        await until(() => double.subscriptions() === 1, 20_000)
        const before = double.subscribedFrom.length
        const adding = append(40, esdb)
        await fault()
        await adding
        await until(() => double.subscribedFrom.length > before, 20_000)
      }
      await again(() => double.cut())
      await again(() => double.end())
      await until(() => double.subscriptions() === 1, 20_000)
      double.close()
      double = await startEventStoreDbDouble({ port: Number(new URL(double.url).port), log: double.log })
      await until(() => double.subscriptions() === 1, 20_000)
      await append(40, esdb)
      await reached(relay, esdb)
      await expectTopicsToEqualTheStore(esdb)
      await relay.stop()
    } finally {
      await esdb.close()
      double.close()
    }
  })
}

await onKafka('faults of the relay on Kafka', relaySuite)
