import { createKafkaEventBus } from '@guiche/infra/event-bus/kafka/bus.js'
import { createEmbeddedEventStore } from '@guiche/infra/event-store/embedded.js'
import type { EventStore } from '@guiche/infra/event-store/event-store.js'
import { afterAll } from '@jest/globals'
import { eventBusContract } from '../../infra/event-bus/contract.suite.js'
import { onKafka } from '../../infra/testing/kafka.js'
import { createStages } from '../../infra/testing/kafka-stages.js'
import { tempDir } from '../../infra/testing/temp-dir.js'
import { until } from '../../infra/testing/until.js'
import { type Relay, startRelay } from './relay.js'

await onKafka('the contract of the bus on Kafka', (kafka) => {
  const stages = createStages(kafka)
  afterAll(() => stages.close())
  eventBusContract('kafka', async () => {
    const { brokers } = kafka
    const prefix = await stages.take()
    const { dir, remove } = await tempDir()
    const embedded = await createEmbeddedEventStore({ dir })
    const bus = await createKafkaEventBus({ brokers, prefix, sessionTimeout: 6000 })
    let starting: Promise<Relay> | null = null
    // The bus carries relayed events, so an append here also waits for its relay.
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
})
