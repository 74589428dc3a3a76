import { randomUUID } from 'node:crypto'
import type { Admin } from 'kafkajs'
import { createKafkaClient } from '../event-bus/kafka/client.js'
import { isTopicMissing } from '../event-bus/kafka/topics.js'
import { defineEngineTests, engineAddress } from './engines/address.js'

export interface KafkaForTests {
  readonly brokers: string
  /** A new prefix for names of topics and groups. */
  prefix(): string
  /** Deletes the topics of a prefix. */
  forget(prefix: string): Promise<void>
  admin<T>(work: (admin: Admin) => Promise<T>): Promise<T>
}

/** The Kafka at the address of `engineAddress`. */
export const kafkaForTests = async (what: string): Promise<KafkaForTests | null> => {
  const brokers = await engineAddress('KAFKA_BROKERS', what)
  if (brokers === null) return null
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
        for (const topic of topics) {
          await client.deleteTopics({ topics: [topic] }).catch((failure) => {
            // A deleted topic stays in the list for a while.
            if (!isTopicMissing(failure)) throw failure
          })
        }
      }),
  }
}

/** Defines tests on Kafka. Without Kafka they are skipped, with a warning. */
export const onKafka = async (what: string, tests: (kafka: KafkaForTests) => void): Promise<void> =>
  defineEngineTests(what, await kafkaForTests(what), tests)
