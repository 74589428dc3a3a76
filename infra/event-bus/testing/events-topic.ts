import { TOPICS } from '@guiche/contracts/bus/topics.js'
import { type StoredEvent, toPosition } from '@guiche/contracts/envelope.js'
import type { Kafka } from 'kafkajs'
import { settingChanged } from '../../event-store/testing/setting-changed.js'
import type { KafkaForTests } from '../../testing/kafka.js'
import { toCloudEvent } from '../cloud-events.js'
import { createOrderedProducer } from '../kafka/producer.js'
import { partitionOf } from '../kafka/topics.js'

/** An event of a company at a position in the store. */
export const storedAt = (position: number, companyId: number): StoredEvent => ({
  ...settingChanged(String(position)),
  companyId,
  stream: `settings-${companyId}`,
  revision: position,
  position: toPosition(position),
})

/** The topic of events under `prefix`, written like the relay does. The bus has already created the topic. */
export const eventsTopicForTests = (kafka: Kafka, prefix: string, admin: KafkaForTests['admin']) => {
  const topic = `${prefix}${TOPICS.events}`
  const producer = createOrderedProducer(kafka)
  return {
    topic,
    relayed: (events: readonly StoredEvent[], storeId = 'store') =>
      producer.send(
        events.map((event) => ({
          topic,
          partition: partitionOf(TOPICS.events, event.companyId),
          ...toCloudEvent(event, storeId),
        })),
      ),
    /** A consumer group of the topic, as Kafka describes it. */
    describeGroup: async (group: string) => {
      const found = await admin((client) => client.describeGroups([`${topic}.${group}`]))
      return found.groups[0]
    },
    close: () => producer.close(),
  }
}
