import { createKafkaClient } from '@guiche/infra/event-bus/kafka/client.js'
import type { Mongo } from '@guiche/infra/mongodb/connect.js'
import { createMongoVault } from '@guiche/infra/vault/mongodb.js'
import { afterAll, beforeAll, expect, it } from '@jest/globals'
import { onEngines } from '../testing/installation.js'
import { rotateInMongo } from './rotate-key.js'

const [FORMER, NEXT] = ['f'.repeat(40), 'n'.repeat(40)]

await onEngines('rotation of the key of services', ({ mongo: mongos, kafka }) => {
  let mongo: Mongo
  const kafkaPrefix = kafka.prefix()
  beforeAll(async () => {
    mongo = await mongos.fresh()
  })
  afterAll(async () => {
    await mongo.close()
    await kafka.forget(kafkaPrefix)
  })

  const vaultUnder = (key: string) => createMongoVault({ mongo, secretKey: Buffer.from(key) })
  const rotated = () => {
    const url = new URL(mongos.url)
    url.pathname = `/${mongo.db.databaseName}`
    const engines = { brokers: kafka.brokers, kafkaPrefix, mongoUrl: url.href, eventStoreUrl: '' }
    return rotateInMongo({ ...engines, scavengeDays: 7 }, { OLD_SECRET_KEY: FORMER, SECRET_KEY: NEXT })
  }
  /** A service that has joined a consumer group of the installation. */
  const service = async () => {
    const topic = `${kafkaPrefix}guiche.events`
    await kafka.admin((admin) => admin.createTopics({ topics: [{ topic }] }))
    const consumer = createKafkaClient({ brokers: kafka.brokers }).consumer({ groupId: `${topic}.projector` })
    await consumer.connect()
    await consumer.subscribe({ topic })
    const joined = new Promise((resolve) => consumer.on(consumer.events.GROUP_JOIN, resolve))
    await consumer.run({ eachMessage: async () => undefined })
    await joined
    return consumer
  }

  it('key rotation is refused while a service runs; it ends sessions and the former key', async () => {
    const vault = await vaultUnder(FORMER)
    await vault.commit([{ key: 'password/1', value: Buffer.from('argon') }])
    await vault.commit([{ key: 'refresh/s', value: Buffer.from('token') }])

    const running = await service()
    expect(await rotated()).toEqual({
      ok: false,
      error: expect.stringMatching(/^services run \(.*projector\); stop them first$/),
    })
    await vaultUnder(FORMER)
    await running.disconnect()

    expect(await rotated()).toMatchObject({
      ok: true,
      value: [expect.stringMatching(/^1 entries .* SECRET_KEY; 1 sessions ended/), expect.any(String)],
    })
    await expect(vaultUnder(FORMER)).rejects.toThrow('SECRET_KEY')
    const opened = await vaultUnder(NEXT)
    expect((await opened.getMany(['password/1'])).get('password/1')?.value.toString()).toBe('argon')
    expect(await opened.list('refresh/')).toEqual([])
  })
})
