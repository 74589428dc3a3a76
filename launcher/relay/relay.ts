import { createKafkaClient, reachKafka } from '@guiche/infra/event-bus/kafka/client.js'
import { createOrderedProducer } from '@guiche/infra/event-bus/kafka/producer.js'
import {
  ALL_TOPICS,
  ensureTopics,
  isTopicMissing,
  makeMissing,
} from '@guiche/infra/event-bus/kafka/topics.js'
import { type EventStore, StoreRolledBack } from '@guiche/infra/event-store/event-store.js'
import { type Entry, type Lease, takeLease } from '@guiche/infra/lease/lease.js'
import { pause, retry } from '@guiche/infra/retry.js'
import type { Logger } from 'pino'
import { type Batch, createToMessages, split } from './batches.js'
import { type Checkpoint, readCheckpoint, relayRegister } from './checkpoint.js'

type RelayLease = Lease<Checkpoint & Entry>

const FIRST_BACK_OFF = 100
/** Short, so that the relay resumes soon after an outage. */
const LAST_BACK_OFF = 2000

type Outcome = 'stopped' | 'fenced' | 'rolled-back'

export interface Relay {
  /** Everything up to here is in the log. */
  position(): string
  /** `standby` while another relay works */
  state(): 'standby' | 'active' | 'ended'
  /** Resolves at the relay's end: stopped, overtaken by another relay, or the store was rolled back. */
  readonly ended: Promise<Outcome>
  /**
   * Ends it; the next relay begins at once. Waits for the send under way, but only a few seconds when Kafka does not
   * answer. The next relay repeats a send whose outcome is not known.
   */
  stop(): Promise<void>
}

export interface RelayOptions {
  readonly eventStore: EventStore
  /** host:port, comma-separated */
  readonly brokers: string
  /** stands before the names of topics */
  readonly prefix?: string
  /** names this relay; one that comes back under the same name begins at once */
  readonly name: string
  readonly logger?: Logger
  /** events a send at most; default 1,000 */
  readonly batchSize?: number
  /** ms between two checkpoints at least; default 1,000 */
  readonly checkpointEvery?: number
  /** ms without a checkpoint of the working relay after which another one takes over; default 6,000 */
  readonly takeOverAfter?: number
  /** ms between two looks whether all topics are there; default 10,000 */
  readonly lookEvery?: number
}

/**
 * Publishes every event of the store, with its public event, in order, at least once. Makes and checks the topics at
 * the start, and makes lost ones again. Rejects if Kafka or the store cannot be reached at the start; later outages are
 * waited out. Further relays stand by. A relay with an outdated checkpoint ends as `fenced`.
 */
export const startRelay = async (options: RelayOptions): Promise<Relay> => {
  const { eventStore, brokers, prefix = '', name, logger } = options
  const { batchSize = 1000, checkpointEvery = 1000, takeOverAfter = 6000, lookEvery = 10_000 } = options
  const kafka = createKafkaClient({ brokers, ...(logger === undefined ? {} : { logger }) })
  await reachKafka(kafka, brokers)
  const withTopics = async (work: typeof ensureTopics | typeof makeMissing): Promise<void> => {
    const admin = kafka.admin()
    await admin.connect()
    try {
      await work(admin, prefix, ALL_TOPICS)
    } finally {
      await admin.disconnect()
    }
  }
  const makeTopics = (): Promise<void> => withTopics(ensureTopics)
  await makeTopics()
  const abort = new AbortController()
  const { signal } = abort
  const producer = createOrderedProducer(kafka, signal)
  let { position } = await readCheckpoint(eventStore)
  let state: ReturnType<Relay['state']> = 'standby'
  let outcome: Outcome = 'stopped'

  const toMessages = createToMessages({
    prefix,
    storeId: eventStore.storeId,
    ...(logger === undefined ? {} : { logger }),
  })
  /** Retries until success or the relay's end. */
  const keepTrying = (what: string, attempt: () => Promise<void>) =>
    retry(attempt, {
      ...{ first: FIRST_BACK_OFF, longest: LAST_BACK_OFF, signal },
      onFailure: (error, backOff) =>
        logger?.warn({ err: error, position, backOff }, `the relay tries again: ${what}`),
    })

  const giveUp = (why: Exclude<Outcome, 'stopped'>, words: string) => {
    if (signal.aborted) return
    logger?.error({ name, position }, words)
    outcome = why
    abort.abort()
  }

  /** Waits until no other relay works, then writes a checkpoint of our own on top of the last one. */
  const claim = async (): Promise<RelayLease | null> => {
    let lease: RelayLease | null = null
    await keepTrying('to take over', async () => {
      const register = relayRegister(eventStore, () => (lease === null ? null : position))
      const lookEveryMs = Math.min(500, takeOverAfter / 4)
      lease = await takeLease({ register, name, takeOverAfterMs: takeOverAfter, lookEveryMs, signal })
      if (lease === null) return
      position = lease.entry().position
      state = 'active'
    })
    return lease
  }

  /** Writes how far we are: at most once in `checkpointEvery`, and as a sign of life when nothing happens. */
  const keepCheckpoints = async (lease: RelayLease) => {
    let written = Date.now()
    while (!signal.aborted) {
      await pause(checkpointEvery, signal)
      if (signal.aborted) return
      const advanced = position !== lease.entry().position && relayed
      if (!advanced && Date.now() - written < takeOverAfter / 3) continue
      relayed = false
      try {
        if (!(await lease.renew())) return giveUp('fenced', 'another relay has taken over')
        written = Date.now()
      } catch (error) {
        relayed = true
        logger?.warn({ err: error, position }, 'the relay could not write its checkpoint')
      }
    }
  }

  /** Kafka may lose its data while nothing is to be sent: the other services wait for the topics then. */
  const watchTopics = async () => {
    while (!signal.aborted) {
      await pause(lookEvery, signal)
      if (signal.aborted) return
      await withTopics(makeMissing).catch((error: unknown) =>
        logger?.warn({ err: error }, 'the relay could not look whether all topics are there'),
      )
    }
  }

  /** a message was sent since the last checkpoint; own checkpoints are events, too, and do not count */
  let relayed = false
  const publish = async (messages: Batch['messages']): Promise<void> => {
    try {
      await producer.send(messages)
    } catch (failure) {
      // Kafka has lost its data since the start
      if (isTopicMissing(failure)) await makeTopics()
      throw failure
    }
  }
  const send = async ({ messages, end }: Batch): Promise<void> => {
    if (messages.length > 0) {
      if ((await keepTrying('to send', () => publish(messages))) === 'stopped') return
      relayed = true
    }
    position = end
  }

  const carry = async () => {
    // The next batch is read and serialized during the send of the one before.
    let underWay: Promise<void> = Promise.resolve()
    let read = position
    const subscribe = async () => {
      for await (const events of eventStore.subscribeAll({ after: read, batchSize, signal })) {
        for (const batch of split(events, toMessages)) {
          await underWay
          if (signal.aborted) return
          underWay = send(batch)
          read = batch.end
        }
      }
      if (!signal.aborted) throw new Error('the subscription ended')
    }
    await keepTrying('to read the store', () =>
      subscribe().catch((error: unknown) => {
        if (!(error instanceof StoreRolledBack)) throw error
        giveUp('rolled-back', error.message)
      }),
    )
    await underWay
  }

  const run = async (): Promise<Outcome> => {
    const lease = await claim()
    if (lease !== null) {
      const checkpoints = keepCheckpoints(lease)
      void watchTopics()
      await carry()
      await checkpoints
      if (outcome === 'stopped') {
        await lease
          .release()
          .catch((error: unknown) =>
            logger?.warn({ err: error, position }, 'the relay could not write its last checkpoint'),
          )
      }
    }
    await producer.close()
    state = 'ended'
    return outcome
  }

  const ended = run()
  return {
    position: () => position,
    state: () => state,
    ended,
    stop: async () => {
      abort.abort()
      await ended
    },
  }
}
