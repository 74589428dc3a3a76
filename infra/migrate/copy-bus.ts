import { TOPICS } from '@guiche/contracts/topics.js'
import type { Admin, Kafka } from 'kafkajs'
import { groupsOf, type Place, readCommitted } from '../event-bus/kafka-places.js'
import { createOrderedProducer } from '../event-bus/kafka-producer.js'
import { ORIGIN, originOf } from '../event-bus/kafka-read.js'
import { partitionOf, partitionsOf } from '../event-bus/kafka-topics.js'
import type { WaitingReport } from './source.js'

/** Groups of this installation that have members: services that run. */
export const runningGroups = async (admin: Admin, prefix: string): Promise<string[]> => {
  const own = await groupsOf(admin, `${prefix}guiche.`)
  if (own.length === 0) return []
  const described = await admin.describeGroups(own)
  return described.groups.filter(({ members }) => members.length > 0).map(({ groupId }) => groupId)
}

/**
 * Lets each process begin behind the events that it has finished: its group's place is the log's beginning, marked with
 * the position below which everything is dropped. Never moves a mark back. `places`: position by process.
 */
export const placeProcesses = async (
  kafka: Kafka,
  admin: Admin,
  prefix: string,
  places: ReadonlyMap<string, string>,
): Promise<void> => {
  const topic = `${prefix}${TOPICS.events}`
  const place = async (name: string, position: string): Promise<void> => {
    const groupId = `${topic}.${name}`
    const isBehind = (places: ReadonlyMap<number, Place>) =>
      partitionsOf(TOPICS.events).filter((partition) => (places.get(partition)?.mark ?? '') < position)
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
  await Promise.all([...places].map(([name, position]) => place(name, position)))
}

/**
 * Puts reports that wait for the desk into their topic, in order. Each says where it stood before, so that one that
 * comes twice, or was half done, is the same report.
 */
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
          headers: { [ORIGIN]: originOf({ partition: 0, position }) },
        })),
      )
      copied += page.length
    }
  } finally {
    await producer.close()
  }
  return copied
}
