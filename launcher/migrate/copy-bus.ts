import { TOPICS } from '@guiche/contracts/bus/topics.js'
import { groupsOf, type PartitionOffset, readCommitted } from '@guiche/infra/event-bus/kafka/offsets.js'
import { ORIGIN_HEADER, originOf } from '@guiche/infra/event-bus/kafka/parse-message.js'
import { createOrderedProducer } from '@guiche/infra/event-bus/kafka/producer.js'
import { partitionOf, partitionsOf } from '@guiche/infra/event-bus/kafka/topics.js'
import type { Admin, Kafka } from 'kafkajs'
import type { WaitingReport } from './source.js'

/** Groups of this installation that have members: services that run. */
export const runningGroups = async (admin: Admin, prefix: string): Promise<string[]> => {
  const own = await groupsOf(admin, `${prefix}guiche.`)
  if (own.length === 0) return []
  const described = await admin.describeGroups(own)
  return described.groups.filter(({ members }) => members.length > 0).map(({ groupId }) => groupId)
}

/**
 * Sets each process's offset to the log's beginning, with the position of its last finished event, up to which it drops
 * events. Never moves an offset back. `positions`: position by process.
 */
export const setProcessOffsets = async (
  kafka: Kafka,
  admin: Admin,
  prefix: string,
  positions: ReadonlyMap<string, string>,
): Promise<void> => {
  const topic = `${prefix}${TOPICS.events}`
  const place = async (name: string, position: string): Promise<void> => {
    const groupId = `${topic}.${name}`
    const isBehind = (offsets: ReadonlyMap<number, PartitionOffset>) =>
      partitionsOf(TOPICS.events).filter(
        (partition) => (offsets.get(partition)?.lastPosition ?? '') < position,
      )
    const behind = isBehind(await readCommitted(admin, groupId, topic))
    if (behind.length === 0) return
    const client = kafka.consumer({ groupId, sessionTimeout: 10_000, allowAutoTopicCreation: false })
    try {
      await client.connect()
      await client.subscribe({ topic, fromBeginning: true })
      const joined = new Promise<void>((resolve, reject) => {
        client.on(client.events.GROUP_JOIN, () => resolve())
        client.on(client.events.CRASH, ({ payload }) => reject(payload.error))
      })
      await client.run({ autoCommit: false, eachBatchAutoResolve: false, eachBatch: async () => {} })
      client.pause([{ topic }])
      await joined
      await client.commitOffsets(
        behind.map((partition) => ({ topic, partition, offset: '0', metadata: position })),
      )
    } finally {
      await client.disconnect()
    }
    if (isBehind(await readCommitted(admin, groupId, topic)).length > 0) {
      throw new Error(`Kafka did not keep how far ${name} has come`)
    }
  }
  await Promise.all([...positions].map(([name, position]) => place(name, position)))
}

/** Copies waiting reports in order. Each names its old position, so that a repetition is recognized. */
export const copyReports = async (
  kafka: Kafka,
  prefix: string,
  pages: Iterable<readonly WaitingReport[]>,
): Promise<number> => {
  const producer = createOrderedProducer(kafka)
  let copied = 0
  try {
    for (const page of pages) {
      await producer.send(
        page.map(({ key, position, value }) => ({
          topic: `${prefix}${TOPICS.reports}`,
          partition: partitionOf(TOPICS.reports, key),
          key: String(key),
          value: Buffer.from(value),
          headers: { [ORIGIN_HEADER]: originOf({ partition: 0, position }) },
        })),
      )
      copied += page.length
    }
  } finally {
    await producer.close()
  }
  return copied
}
