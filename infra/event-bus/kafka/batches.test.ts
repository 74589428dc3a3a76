import { TOPICS, type Topic } from '@guiche/contracts/bus/topics.js'
import { expect, it } from '@jest/globals'
import type { Admin, EachBatchPayload } from 'kafkajs'
import { createBatches } from './batches.js'
import type { ConsumerState } from './consumer-state.js'
import { createHeartbeat } from './heartbeat.js'
import type { PartitionOffset } from './offsets.js'
import { createPartitionStarts } from './partition-starts.js'

const PARTITION = 3

/** A consumer of one partition, and its log. Each message is its own value. */
const createTestConsumer = (topic: Topic, group: string | null) => {
  let log: string[] = []
  let at = 0
  const seen: string[] = []
  const offsets = new Map<number, PartitionOffset>()
  const admin = {
    fetchTopicOffsets: async () => [
      { partition: PARTITION, low: '0', offset: '0', high: String(log.length) },
    ],
    // kafkajs returns "earliest" if an offset is out of range.
    fetchOffsets: async () => [{ topic, partitions: [{ partition: PARTITION, offset: '-2', metadata: '' }] }],
  } as unknown as Admin
  const work = {
    ...{ admin, name: topic, groupId: 'group', ends: new Map(), offsets },
    ...{ signal: new AbortController().signal, logger: undefined, eventStore: null },
    options: { topic, group, batchSize: 10, onBatch: async () => {} },
    handle: async (batch) => void seen.push(...batch.map(({ value }) => String(value))),
  } satisfies Partial<ConsumerState<unknown>> as unknown as ConsumerState<unknown>
  const client = {
    seek: ({ offset }: { offset: string }) => {
      at = Number(offset)
    },
    commitOffsets: async () => {},
  }
  const starts = createPartitionStarts(work, client)
  const batches = createBatches(work, client, { ...starts, isOver: () => false })
  const heartbeat = createHeartbeat(async () => {})
  return {
    seen,
    begin: () => starts.begin([PARTITION], () => false),
    says: (...values: string[]) => void log.push(...values),
    isLost: () => {
      log = []
    },
    /** One fetch of kafkajs. If our offset is beyond the end of the log, it reads from the beginning. */
    fetch: async () => {
      if (at > log.length) at = 0
      const messages = log
        .slice(at)
        .map((value, index) => ({ offset: String(at + index), key: '1', value: JSON.stringify(value) }))
      if (messages.length === 0) return
      const batch = {
        partition: PARTITION,
        messages,
        firstOffset: () => messages[0]?.offset,
        lastOffset: () => messages.at(-1)?.offset,
      }
      const payload = {
        ...{ batch, isRunning: () => true, heartbeat: async () => {} },
        commitOffsetsIfNecessary: async () => {},
        resolveOffset: (offset: string) => {
          at = Number(offset) + 1
        },
      }
      await batches.handle(payload as unknown as EachBatchPayload, heartbeat)
    },
  }
}

it.each([
  ['a broadcast', TOPICS.changes, null],
  ['a group', TOPICS.reports, 'group'],
])('%s continues with a topic that was recreated while it listened', async (_, topic, group) => {
  const { seen, begin, says, isLost, fetch } = createTestConsumer(topic, group)
  await begin()
  says('a', 'b', 'c')
  await fetch()
  isLost()
  says('d')
  await fetch()
  await fetch()
  says('e')
  await fetch()
  expect(seen).toEqual(['a', 'b', 'c', 'd', 'e'])
})

it('a broadcast that rejoins begins at the start of a recreated topic', async () => {
  const { seen, begin, says, isLost, fetch } = createTestConsumer(TOPICS.ephemeral, null)
  await begin()
  says('a', 'b', 'c')
  await fetch()
  await begin()
  await fetch()
  isLost()
  says('d', 'e')
  await begin()
  await fetch()
  expect(seen).toEqual(['a', 'b', 'c', 'd', 'e'])
})
