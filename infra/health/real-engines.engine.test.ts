import { expect, it } from '@jest/globals'
import { createKafkaEventBus } from '../event-bus/kafka/bus.js'
import { connectMongo } from '../mongodb/connect.js'
import { createMongoReadStore } from '../read-store/mongodb.js'
import { createViewNames } from '../read-store/views.js'
import { startBrokerProxy } from '../testing/broker-proxy.js'
import { onKafka } from '../testing/kafka.js'
import { createStages } from '../testing/kafka-stages.js'
import { onMongo } from '../testing/mongodb.js'
import { startTcpProxy } from '../testing/tcp-proxy.js'
import { until } from '../testing/until.js'
import { createAvailability } from './availability.js'

const silent = { info: () => undefined, error: () => undefined }
const base = {
  eventStore: { lastPublished: async () => ({ position: '05', companyId: 1 }) },
  readStore: {
    checkpoints: async (views: readonly string[], partitions: readonly number[]) =>
      views.flatMap((view) =>
        partitions.map((partition) => ({ view, partition, storeId: 's', position: '05' })),
      ),
  },
  views: { view: async (name: string) => `${name}@1` },
  clock: { now: () => new Date() },
  logger: silent,
  every: 100,
}

await onKafka('a Kafka that goes away', (kafka) => {
  it('makes commands unavailable within seconds, and available again after its return', async () => {
    const stages = createStages(kafka)
    const [host = '', port] = kafka.brokers.split(',')[0]?.split(':') ?? []
    const proxy = await startBrokerProxy({ host, port: Number(port) })
    const prefix = await stages.take()
    const bus = await createKafkaEventBus({ brokers: proxy.brokers, prefix })
    const available = createAvailability({ ...base, eventBus: bus })
    try {
      await available.start()
      expect([available.commands(), available.missing()]).toEqual([true, []])
      proxy.cut()
      await until(() => !available.commands())
      expect([available.reads(), available.missing()]).toEqual([true, ['event-bus']])
      proxy.mend()
      await until(() => available.commands(), 20_000)
    } finally {
      available.stop()
      await bus.close()
      await proxy.close()
      stages.leave(prefix)
      await stages.close()
    }
  })
})

await onMongo('a MongoDB that goes away', (mongo) => {
  it('makes all calls unavailable within seconds, and available again after its return', async () => {
    const own = await mongo.fresh()
    const { host } = new URL(mongo.url.replace(/^mongodb:/, 'http:'))
    const [name = '', port] = host.split(':')
    const way = await startTcpProxy({ host: name, port: Number(port) })
    const url = mongo.url.replace(host, `127.0.0.1:${way.port}`)
    const cutable = await connectMongo({ url, database: own.db.databaseName, answerWithinMs: 1000 })
    const readStore = await createMongoReadStore({ mongo: cutable })
    const available = createAvailability({
      ...base,
      eventBus: {},
      readStore,
      views: createViewNames(readStore),
    })
    try {
      await available.start()
      expect(available.reads()).toBe(true)
      way.cut()
      expect(await available.away()).toBe(true)
      expect([available.reads(), available.missing()]).toEqual([false, ['read-store']])
      way.mend()
      await until(() => available.reads(), 20_000)
    } finally {
      available.stop()
      await readStore.close()
      await cutable.close()
      await way.close()
      await own.close()
    }
  })
})
