import { createServer } from 'node:net'
import { describe, expect, it } from '@jest/globals'
import { onEngines, withDatabase } from '../testing/installation.js'
import { startDouble, startServiceProcess } from '../testing/service-process.js'

const SECRET_KEY = 'a secret key for tests, which is long enough'
/** An address without a server. */
const unusedAddress = (): Promise<string> =>
  new Promise((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const address = server.address()
      server.close(() => resolve(`127.0.0.1:${typeof address === 'object' ? address?.port : 0}`))
    })
  })

/** Output of a service that exits with 1. The output has no stack trace. */
const refusalOf = async (name: string, env: Record<string, string>): Promise<string[]> => {
  const service = startServiceProcess(name, { SECRET_KEY, ...env })
  expect(await service.exited).toBe(1)
  expect(service.output()).not.toMatch(/^ {4}at /m)
  expect(service.output()).not.toContain('changeit')
  return service
    .output()
    .split('\n')
    .filter((line) => line.startsWith('guiche: '))
}

describe('a service that cannot start', () => {
  it('names the missing settings', async () => {
    expect(await refusalOf('relay', {})).toEqual([
      'guiche: MODE=distributed needs EVENTSTORE_URL, KAFKA_BROKERS, MONGODB_URL',
    ])
    expect(await refusalOf('relay', { MODE: 'embedded' })).toEqual([
      'guiche: a service by itself needs MODE=distributed',
    ])
  })

  it('names every unavailable engine within 15 s, before it listens', async () => {
    const [events, kafka, mongo] = await Promise.all([unusedAddress(), unusedAddress(), unusedAddress()])
    const began = Date.now()
    const said = await refusalOf('command-api', {
      EVENTSTORE_URL: `esdb://admin:changeit@${events}?tls=false`,
      KAFKA_BROKERS: kafka,
      MONGODB_URL: `mongodb://user:changeit@${mongo}/guiche`,
    })
    expect(said).toHaveLength(3)
    expect(said.join('\n')).toContain(`EventStoreDB at ${events}`)
    expect(said.join('\n')).toContain(`Kafka at ${kafka}`)
    expect(said.join('\n')).toContain('MongoDB')
    // The start of Node.js on a busy machine adds some seconds.
    expect(Date.now() - began).toBeLessThan(25_000)
  })
})

await onEngines('a service', (engines) => {
  it('refuses another SECRET_KEY than the vault was written under, and an unknown service', async () => {
    const mongo = await engines.mongo.fresh()
    const double = await startDouble()
    const prefix = engines.kafka.prefix()
    const env = {
      EVENTSTORE_URL: double.url,
      KAFKA_BROKERS: engines.kafka.brokers,
      KAFKA_PREFIX: prefix,
      MONGODB_URL: withDatabase(engines.mongo.url, mongo.db.databaseName),
    }
    try {
      expect((await refusalOf('cook', env))[0]).toContain(
        'command-api, projector, query-api, wa-gateway, relay',
      )
      // The service has opened the vault and waits for the relay, which is not running.
      const first = startServiceProcess('wa-gateway', { SECRET_KEY, ...env })
      await first.said(/waiting for the relay to make the (topics)/)
      expect(await first.stop()).toBe(0)
      const other = { ...env, SECRET_KEY: 'another key for tests, which is long enough' }
      expect(await refusalOf('wa-gateway', other)).toEqual([expect.stringContaining('SECRET_KEY')])
    } finally {
      await double.kill()
      await engines.kafka.forget(prefix)
      await mongo.close()
    }
  })
})
