import { randomUUID } from 'node:crypto'
import type { PublicTopic, Topic } from '@guiche/contracts/bus/topics.js'
import { createKafkaClient } from '@guiche/infra/event-bus/kafka/client.js'
import { ALL_TOPICS } from '@guiche/infra/event-bus/kafka/topics.js'
import type { Admin, Batch, KafkaMessage } from 'kafkajs'
import { until } from '../../../infra/testing/until.js'

export interface FoundMessage {
  readonly partition: number
  readonly message: KafkaMessage
}

/** Topics that a whole suite shares. The id of the store separates the messages of different stores. */
export interface SharedTopics {
  /** The messages of a store in a topic up to the current end, in order within each partition. */
  of(topic: Topic | PublicTopic, storeId: string): Promise<FoundMessage[]>
  close(): Promise<void>
}

/** Follows all existing topics of a prefix from their beginning. The consumer joins its group in the background. */
export const followTopics = (brokers: string, prefix: string): SharedTopics => {
  const kafka = createKafkaClient({ brokers })
  const admin: Admin = kafka.admin()
  const found = new Map<string, FoundMessage[]>()
  /** offset of the next message, by topic and partition */
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
