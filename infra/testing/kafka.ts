import { randomUUID } from 'node:crypto'
import type { Admin } from 'kafkajs'
import { createKafkaClient } from '../event-bus/kafka/client.js'
import { engineAddress, skipTests } from './engines/address.js'

export interface KafkaForTests {
  readonly brokers: string
  /** A fresh beginning of names of topics and groups. */
  prefix(): string
  /** Deletes the topics of a prefix. */
  forget(prefix: string): Promise<void>
  admin<T>(work: (admin: Admin) => Promise<T>): Promise<T>
}

/**
 * The Kafka of `engineAddress`. Where there is none: null, one loud line, and a skipped test, as a suite without any test is
 * an error. Called while tests are defined.
 */
export const kafkaForTests = async (what: string): Promise<KafkaForTests | null> => {
  const brokers = await engineAddress('KAFKA_BROKERS', what)
  if (brokers === null) {
    await skipTests(what)
    return null
  }
  const kafka = createKafkaClient({ brokers })
  const admin: KafkaForTests['admin'] = async (work) => {
    const client = kafka.admin()
    await client.connect()
    try {
      return await work(client)
    } finally {
      await client.disconnect()
    }
  }
  return {
    brokers,
    prefix: () => `test-${randomUUID().slice(0, 8)}.`,
    admin,
    forget: (prefix) =>
      admin(async (client) => {
        const topics = (await client.listTopics()).filter((topic) => topic.startsWith(prefix))
        for (const topic of topics) await client.deleteTopics({ topics: [topic] })
      }),
  }
}
