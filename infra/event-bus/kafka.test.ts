import { TOPICS } from '@guiche/contracts/topics.js'
import { afterAll, describe, expect, it, jest } from '@jest/globals'
import { createEmbeddedEventStore } from '../event-store/embedded.js'
import type { EventStore } from '../event-store/event-store.js'
import { type Relay, startRelay } from '../relay/relay.js'
import { kafkaForTests } from '../testing/kafka.js'
import { createStages } from '../testing/kafka-stages.js'
import { tempDir } from '../testing/temp-dir.js'
import { until } from '../testing/until.js'
import { eventBusContract } from './contract.suite.js'
import { createKafkaEventBus } from './kafka.js'

jest.setTimeout(60_000)
const engine = kafkaForTests('the contract of the bus on Kafka')

if (engine !== null) {
  const stages = createStages(engine)
  afterAll(() => stages.close())
  eventBusContract('kafka', async () => {
    const { brokers } = engine
    const prefix = await stages.take()
    const { dir, remove } = await tempDir()
    const embedded = await createEmbeddedEventStore({ dir })
    const bus = await createKafkaEventBus({ brokers, prefix, sessionTimeout: 6000 })
    let starting: Promise<Relay> | null = null
    // What the bus carries is what was relayed: here an append ends with it.
    const store: EventStore = {
      ...embedded,
      append: async (...args) => {
        starting ??= startRelay({ eventStore: embedded, brokers, prefix, name: 'relay' })
        const relay = await starting
        const result = await embedded.append(...args)
        if (result.ok) await until(() => relay.position() >= result.value.position)
        return result
      },
    }
    return {
      bus,
      store,
      close: async () => {
        await bus.close()
        await (await starting)?.stop()
        await embedded.close()
        await remove()
        stages.leave(prefix)
      },
    }
  })
}

describe('kafka event bus', () => {
  it('says which broker does not answer when it is made', async () => {
    await expect(createKafkaEventBus({ brokers: '127.0.0.1:1' })).rejects.toThrow(
      'Kafka at 127.0.0.1:1 cannot be reached',
    )
  })

  const onKafka = engine === null ? it.skip : it
  onKafka('refuses topics that are not as they have to be', async () => {
    if (engine === null) throw new Error('no engine')
    const { brokers, prefix, admin, forget } = engine
    const other = prefix()
    await admin((client) =>
      client.createTopics({
        waitForLeaders: false,
        topics: [{ topic: `${other}${TOPICS.events}`, numPartitions: 3 }],
      }),
    )
    const made = createKafkaEventBus({ brokers, prefix: other })
    await expect(made).rejects.toThrow('has 3 partitions and needs 48')
    await expect(made).rejects.toThrow('max.message.bytes 1048588 and needs at least 2000000')
    await forget(other)
  })
})
