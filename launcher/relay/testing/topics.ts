import { randomUUID } from 'node:crypto'
import type { PublicTopic, Topic } from '@guiche/contracts/bus/topics.js'
import { createKafkaClient } from '@guiche/infra/event-bus/kafka/client.js'
import { ALL_TOPICS } from '@guiche/infra/event-bus/kafka/topics.js'
import type { Admin, Batch, KafkaMessage } from 'kafkajs'
import { until } from '../../../infra/testing/until.js'

export interface Found {
  readonly partition: number
  readonly message: KafkaMessage
}

/** Topics that a whole suite shares: every store has an identity, and what lies there of it is told apart by that. */
export interface SharedTopics {
  /** The messages of a store's topic up to its present end, in order within each partition. */
  of(topic: Topic | PublicTopic, storeId: string): Promise<Found[]>
  close(): Promise<void>
}

/** Follows all topics of a prefix from their beginning; they are there. Joining its group goes on meanwhile. */
export const followTopics = (brokers: string, prefix: string): SharedTopics => {
  const kafka = createKafkaClient({ brokers })
  const admin: Admin = kafka.admin()
  const found = new Map<string, Found[]>()
  /** by topic and partition: offset of the next message */
  const reached = new Map<string, number>()
  const consumer = kafka.consumer({ groupId: `${prefix}reader-${randomUUID()}` })
  const take = ({ topic, partition, messages }: Batch) => {
    for (const message of messages) {
      const key = `${topic} ${String(message.headers?.ce_source).split('/')[2]}`
      const list = found.get(key)
      if (list === undefined) found.set(key, [{ partition, message }])
      else list.push({ partition, message })
      reached.set(`${topic} ${partition}`, Number(message.offset) + 1)
    }
  }
  const follow = async () => {
    await Promise.all([admin.connect(), consumer.connect()])
    await consumer.subscribe({ topics: ALL_TOPICS.map((topic) => `${prefix}${topic}`), fromBeginning: true })
    await consumer.run({ autoCommit: false, eachBatch: async ({ batch }) => take(batch) })
  }
  const following = follow()
  following.catch(() => {})
  return {
    of: async (topic, storeId) => {
      await following
      const name = `${prefix}${topic}`
      const ends = await admin.fetchTopicOffsets(name)
      await until(
        () => ends.every(({ partition, high }) => (reached.get(`${name} ${partition}`) ?? 0) >= Number(high)),
        20_000,
      )
      return found.get(`${name} ${storeId}`) ?? []
    },
    close: async () => {
      await following.catch(() => {})
      await consumer.disconnect()
      await admin.disconnect()
    },
  }
}
