import { TOPICS } from '@guiche/contracts/bus/topics.js'
import { START, type StoredEvent, toPosition } from '@guiche/contracts/envelope.js'
import { expect, it } from '@jest/globals'
import type { Admin } from 'kafkajs'
import { storedAt } from '../testing/events-topic.js'
import type { ConsumerState } from './consumer-state.js'
import type { PartitionOffset } from './offsets.js'
import { createPartitionStarts } from './partition-starts.js'
import { partitionOf } from './topics.js'

const COMPANY = 5
const PARTITION = partitionOf(TOPICS.events, COMPANY)
/** A partition that never had a message. */
const IDLE = PARTITION + 1

/** A consumer group with its own checkpoint, and the offsets that Kafka stores for it. */
const createGroup = (events: readonly StoredEvent[], high: number) => {
  const committed = new Map<number, PartitionOffset>()
  const seen: number[] = []
  const seeks: string[] = []
  let checkpoint = START
  let reads = 0
  const admin = {
    fetchTopicOffsets: async () =>
      [PARTITION, IDLE].map((partition) => ({
        ...{ partition, low: '0', offset: '0' },
        high: partition === PARTITION ? String(high) : '0',
      })),
    fetchOffsets: async () => [
      {
        topic: TOPICS.events,
        partitions: [...committed].map(([partition, { next, lastPosition }]) => ({
          ...{ partition, offset: String(next), metadata: lastPosition },
        })),
      },
    ],
  } as unknown as Admin
  const work = {
    ...{ admin, name: TOPICS.events, groupId: 'group', ends: new Map(), offsets: new Map() },
    signal: new AbortController().signal,
    logger: undefined,
    eventStore: {
      storeId: 'store',
      head: async () => events.at(-1)?.position ?? START,
      subscribeAll: async function* ({ after }: { after: string }) {
        reads++
        yield events.filter(({ position }) => position > after)
      },
    },
    retryUntil: async (_, attempt) => attempt().then(() => true),
    handle: async (batch) => {
      seen.push(...batch.map(({ position }) => Number(position)))
      checkpoint = batch.at(-1)?.position ?? checkpoint
    },
    options: {
      ...{ topic: TOPICS.events, group: 'group', batchSize: 10, onBatch: async () => {} },
      after: async (partition) => (partition === PARTITION ? checkpoint : null),
    },
  } satisfies Partial<ConsumerState<StoredEvent>> as unknown as ConsumerState<StoredEvent>
  const starts = createPartitionStarts(work, {
    seek: ({ partition, offset }) => void seeks.push(`${partition}:${offset}`),
    commitOffsets: async (offsets) => {
      for (const { partition, offset, metadata } of offsets) {
        const lastPosition = metadata === '' ? null : (metadata ?? null)
        committed.set(partition, { next: Number(offset), lastPosition })
      }
    },
  })
  return {
    seen,
    seeks,
    committed,
    reads: () => reads,
    begin: () => starts.begin([PARTITION, IDLE], () => false),
  }
}

it('a group without offsets in Kafka reads events after its checkpoint from the event store, once', async () => {
  // The relay created a new log and continued with the third event.
  const events = [1, 2, 3].map((position) => storedAt(position, COMPANY))
  const views = createGroup(events, 1)
  await views.begin()
  expect(views.seen).toEqual([1, 2, 3])
  expect(views.seeks).toEqual([`${PARTITION}:1`, `${IDLE}:0`])
  expect(Object.fromEntries(views.committed)).toEqual({
    [PARTITION]: { next: 1, lastPosition: toPosition(3) },
    [IDLE]: { next: 0, lastPosition: null },
  })
  await views.begin()
  expect([views.seen, views.reads()]).toEqual([[1, 2, 3], 1])
})
