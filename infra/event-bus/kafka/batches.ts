import { TOPICS } from '@guiche/contracts/bus/topics.js'
import type { EachBatchPayload, Consumer as KafkaConsumer } from 'kafkajs'
import { pause } from '../../retry.js'
import { type ConsumerState, FIRST_BACK_OFF, offsetOf } from './consumer-state.js'
import type { Heartbeat } from './heartbeat.js'
import { type PartitionOffset, readBounds } from './offsets.js'
import { type ParsedMessage, parseMessage, sourceOf } from './parse-message.js'
import type { PartitionStarts } from './partition-starts.js'

const LAST_BACK_OFF = 5000
/** Interval at which offsets of a consumer with its own checkpoint are committed: they only speed up its next start. */
const HINT_EVERY = 1000

/** The handlers of one client for its fetched batches. */
export interface Batches {
  /** Gives a batch to the consumer's handler; a rejected batch pauses its partition for the back-off. */
  handle(payload: EachBatchPayload, heartbeat: Heartbeat): Promise<void>
  /** Forgets rejected batches of these partitions, which start again. */
  begin(partitions: readonly number[]): void
}

type Batch = EachBatchPayload['batch']
type Session = PartitionStarts & { readonly isOver: () => boolean }
const stateOf = <T>(work: ConsumerState<T>, client: Pick<KafkaConsumer, 'seek'>, session: Session) => ({
  ...{ work, client, session },
  /** when the offset of a partition was last committed as a hint */
  hinted: new Map<number, number>(),
  /** refused batches: how many messages, and how long to wait after the next refusal */
  refused: new Map<number, { readonly count: number; readonly backOff: number }>(),
})
type State<T> = ReturnType<typeof stateOf<T>>

const seekPartition = <T>({ work, client }: State<T>, partition: number) =>
  client.seek({ topic: work.name, partition, offset: String(offsetOf(work, partition).next) })

/** Pauses this partition for a while; other partitions continue. */
const postponePartition = <T>(
  state: State<T>,
  partition: number,
  count: number,
  error: unknown,
  resume: () => void,
) => {
  const { work, refused, session } = state
  const { topic, group } = work.options
  const backOff = refused.get(partition)?.backOff ?? FIRST_BACK_OFF
  work.logger?.warn({ err: error, topic, group, partition, backOff }, 'a batch failed and comes again')
  refused.set(partition, { count, backOff: Math.min(backOff * 2, LAST_BACK_OFF) })
  seekPartition(state, partition)
  void pause(backOff, work.signal).then(() => session.isOver() || resume())
}

/** Messages of a batch that were not delivered yet. */
const freshOf = async <T>(work: ConsumerState<T>, partition: number, messages: Batch['messages']) => {
  const { topic } = work.options
  const { lastPosition } = offsetOf(work, partition)
  const fresh: ParsedMessage<T>[] = []
  let last = lastPosition ?? ''
  for (const message of messages) {
    if (topic === TOPICS.events && !(await work.origin.isOurs(sourceOf(message)))) continue
    const one = parseMessage<T>(topic, partition, message)
    if (one.delivery.position <= last) continue
    last = one.delivery.position
    fresh.push(one)
  }
  return { fresh, last }
}

const commitOffset = async <T>(
  { work, hinted }: State<T>,
  payload: EachBatchPayload,
  reached: PartitionOffset,
) => {
  const { next, lastPosition } = reached
  const { group, after } = work.options
  if (group === null) return
  const { partition } = payload.batch
  if (after !== undefined) {
    if (Date.now() - (hinted.get(partition) ?? 0) < HINT_EVERY) return
    hinted.set(partition, Date.now())
  }
  const offset = { partition, offset: String(next), metadata: lastPosition ?? '' }
  await payload.commitOffsetsIfNecessary({ topics: [{ topic: work.name, partitions: [offset as never] }] })
}

const handleBatch = async <T>(
  state: State<T>,
  payload: EachBatchPayload,
  heartbeat: Heartbeat,
): Promise<void> => {
  const { work, session, refused } = state
  const { offsets } = work
  const { batchSize } = work.options
  const { batch, resolveOffset } = payload
  const { partition } = batch
  const isOver = () => session.isOver() || !payload.isRunning() || heartbeat.isLost()
  const first = Number(batch.firstOffset() ?? batch.lastOffset())
  // Kafka no longer knows our offset, and kafkajs has gone to the beginning: the log was lost and recreated.
  if (first < offsetOf(work, partition).next) {
    return heartbeat.during(session.begin([partition], isOver))
  }
  if (first > offsetOf(work, partition).next) {
    const low = (await readBounds(work.admin, work.name)).get(partition)?.low ?? 0
    const offset = offsetOf(work, partition)
    if (low <= offset.next) return seekPartition(state, partition)
    await heartbeat.during(session.replayGaps(new Map([[partition, offset]]), isOver))
    heartbeat.throwIfLost()
    if (isOver()) return
  }
  let found: Awaited<ReturnType<typeof freshOf<T>>>
  try {
    found = await freshOf(work, partition, batch.messages)
  } catch (error) {
    return postponePartition(state, partition, batchSize, error, payload.pause())
  }
  const { fresh, last } = found
  for (let index = 0; index < fresh.length; ) {
    // A refused batch is redelivered unchanged.
    const chunk = fresh.slice(index, index + (refused.get(partition)?.count ?? batchSize))
    try {
      await heartbeat.during(work.handle(chunk.map(({ delivery }) => delivery)))
    } catch (error) {
      heartbeat.throwIfLost()
      if (!isOver()) postponePartition(state, partition, chunk.length, error, payload.pause())
      return
    }
    refused.delete(partition)
    index += chunk.length
    const { offset, delivery } = chunk.at(-1) as ParsedMessage<T>
    const reached = { next: offset + 1, lastPosition: delivery.position }
    offsets.set(partition, reached)
    resolveOffset(String(offset))
    await commitOffset(state, payload, reached)
    heartbeat.throwIfLost()
    if (isOver()) return
    await payload.heartbeat()
  }
  const reached = { next: Number(batch.lastOffset()) + 1, lastPosition: last === '' ? null : last }
  offsets.set(partition, reached)
  resolveOffset(batch.lastOffset())
  if (fresh.length === 0) await commitOffset(state, payload, reached)
}

export const createBatches = <T>(...parts: Parameters<typeof stateOf<T>>): Batches => {
  const state = stateOf(...parts)
  return {
    handle: (payload, heartbeat) => handleBatch(state, payload, heartbeat),
    begin: (partitions) => {
      for (const partition of partitions) state.refused.delete(partition)
    },
  }
}
