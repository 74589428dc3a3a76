import { randomUUID } from 'node:crypto'
import { writeSync } from 'node:fs'
import type { Admin } from 'kafkajs'
import { createKafkaClient } from '../event-bus/kafka-client.js'

export interface KafkaForTests {
  readonly brokers: string
  /** A fresh beginning of names of topics and groups. */
  prefix(): string
  /** Deletes the topics of a prefix. */
  forget(prefix: string): Promise<void>
  admin<T>(work: (admin: Admin) => Promise<T>): Promise<T>
}

/** The Kafka that KAFKA_BROKERS names; null and one loud line without it. */
export const kafkaForTests = (what: string): KafkaForTests | null => {
  const brokers = process.env.KAFKA_BROKERS
  if (brokers === undefined || brokers === '') {
    writeSync(2, `SKIPPED without KAFKA_BROKERS: ${what}\n`)
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
