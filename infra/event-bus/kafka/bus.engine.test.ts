import { TOPICS } from '@guiche/contracts/bus/topics.js'
import { describe, expect, it } from '@jest/globals'
import { onKafka } from '../../testing/kafka.js'
import { createKafkaEventBus } from './bus.js'

describe('kafka event bus', () => {
  it('names the unreachable broker at its creation', async () => {
    await expect(createKafkaEventBus({ brokers: '127.0.0.1:1' })).rejects.toThrow(
      'Kafka at 127.0.0.1:1 cannot be reached',
    )
  })
})

await onKafka('the bus on Kafka', ({ brokers, prefix, admin, forget }) => {
  it('refuses topics with wrong settings', async () => {
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
