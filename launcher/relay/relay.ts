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
import { type Batch, createToMessages, splitBatch } from './batches.js'
import { type Checkpoint, readCheckpoint, relayRegister } from './checkpoint.js'

type RelayLease = Lease<Checkpoint & Entry>

const FIRST_BACK_OFF = 100
/** Short, so that the relay resumes soon after an outage. */
const LAST_BACK_OFF = 2000

type Outcome = 'stopped' | 'fenced' | 'rolled-back'

export interface Relay {
  /** All events up to this position are in the log. */
  position(): string
  /** `standby` while another relay works */
  state(): 'standby' | 'active' | 'ended'
  /** Resolves at the relay's end: stopped, overtaken by another relay, or the store was rolled back. */
  readonly ended: Promise<Outcome>
  /**
   * Ends the relay; the next relay begins at once. Waits for the running send, but only a few seconds when Kafka does
   * not answer. The next relay repeats a send with an unknown outcome.
   */
  stop(): Promise<void>
}

export interface RelayOptions {
  readonly eventStore: EventStore
  /** host:port, comma-separated */
  readonly brokers: string
  /** prefix of the names of topics */
  readonly prefix?: string
  /** the relay's name; a restarted relay with the same name begins at once */
  readonly name: string
  readonly logger?: Logger
  /** maximum of events in one send; default 1,000 */
  readonly batchSize?: number
  /** minimum of ms between two checkpoints; default 1,000 */
  readonly checkpointEvery?: number
  /** ms without a checkpoint of the working relay after which another relay takes over; default 6,000 */
  readonly takeOverAfter?: number
  /** ms between two checks that all topics exist; default 10,000 */
  readonly lookEvery?: number
}

/** Connects to Kafka, makes the topics, and reads the checkpoint of the earlier relay. */
const openRelay = async (options: RelayOptions) => {
  const { eventStore, brokers, prefix = '', name, logger } = options
  const { batchSize = 1000, checkpointEvery = 1000, takeOverAfter = 6000, lookEvery = 10_000 } = options
  const logging = logger === undefined ? {} : { logger }
  const kafka = createKafkaClient({ brokers, ...logging })
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
  await withTopics(ensureTopics)
  const abort = new AbortController()
  const { signal } = abort
  return {
    ...{ eventStore, name, logger, withTopics, abort, signal },
    ...{ batchSize, checkpointEvery, takeOverAfter, lookEvery },
    producer: createOrderedProducer(kafka, signal),
    toMessages: createToMessages({ prefix, storeId: eventStore.storeId, ...logging }),
    position: (await readCheckpoint(eventStore)).position,
    state: 'standby' as ReturnType<Relay['state']>,
    outcome: 'stopped' as Outcome,
    /** a message was sent since the last checkpoint; own checkpoints are events, too, and do not count */
    relayed: false,
  }
}
type OpenedRelay = Awaited<ReturnType<typeof openRelay>>

/** Retries until success or the relay's end. */
const keepTrying = (relay: OpenedRelay, what: string, attempt: () => Promise<void>) =>
  retry(attempt, {
    ...{ first: FIRST_BACK_OFF, longest: LAST_BACK_OFF, signal: relay.signal },
    onFailure: (error, backOff) =>
      relay.logger?.warn({ err: error, position: relay.position, backOff }, `the relay tries again: ${what}`),
  })

const giveUp = (relay: OpenedRelay, why: Exclude<Outcome, 'stopped'>, words: string) => {
  const { signal, logger, name, position } = relay
  if (signal.aborted) return
  logger?.error({ name, position }, words)
  relay.outcome = why
  relay.abort.abort()
}

/** Waits until no other relay works, then writes a checkpoint of our own on top of the last one. */
const claimCheckpoint = async (relay: OpenedRelay): Promise<RelayLease | null> => {
  const { eventStore, name, takeOverAfter, signal } = relay
  let lease: RelayLease | null = null
  await keepTrying(relay, 'to take over', async () => {
    const register = relayRegister(eventStore, () => (lease === null ? null : relay.position))
    const lookEveryMs = Math.min(500, takeOverAfter / 4)
    lease = await takeLease({ register, name, takeOverAfterMs: takeOverAfter, lookEveryMs, signal })
    if (lease === null) return
    relay.position = lease.entry().position
    relay.state = 'active'
  })
  return lease
}

/** Writes how far we are: at most once in `checkpointEvery`, and as a sign of life when nothing happens. */
const keepCheckpoints = async (relay: OpenedRelay, lease: RelayLease) => {
  const { checkpointEvery, takeOverAfter, signal, logger } = relay
  let written = Date.now()
  while (!signal.aborted) {
    await pause(checkpointEvery, signal)
    if (signal.aborted) return
    const advanced = relay.position !== lease.entry().position && relay.relayed
    if (!advanced && Date.now() - written < takeOverAfter / 3) continue
    relay.relayed = false
    try {
      if (!(await lease.renew())) return giveUp(relay, 'fenced', 'another relay has taken over')
      written = Date.now()
    } catch (error) {
      relay.relayed = true
      logger?.warn({ err: error, position: relay.position }, 'the relay could not write its checkpoint')
    }
  }
}

/** Kafka may lose its data while nothing is to be sent: the other services wait for the topics then. */
const watchTopics = async ({ withTopics, lookEvery, signal, logger }: OpenedRelay) => {
  while (!signal.aborted) {
    await pause(lookEvery, signal)
    if (signal.aborted) return
    await withTopics(makeMissing).catch((error: unknown) =>
      logger?.warn({ err: error }, 'the relay could not look whether all topics are there'),
    )
  }
}

const publishMessages = async (
  { producer, withTopics }: OpenedRelay,
  messages: Batch['messages'],
): Promise<void> => {
  try {
    await producer.send(messages)
  } catch (failure) {
    // Kafka has lost its data since the start
    if (isTopicMissing(failure)) await withTopics(ensureTopics)
    throw failure
  }
}

const sendBatch = async (relay: OpenedRelay, { messages, end }: Batch): Promise<void> => {
  if (messages.length > 0) {
    if ((await keepTrying(relay, 'to send', () => publishMessages(relay, messages))) === 'stopped') return
    relay.relayed = true
  }
  relay.position = end
}

/** Sends the events behind the relay's position, until its end. */
const sendPending = async (relay: OpenedRelay) => {
  const { eventStore, batchSize, signal, toMessages } = relay
  // The next batch is read and serialized during the send of the one before.
  let underWay: Promise<void> = Promise.resolve()
  let read = relay.position
  const subscribe = async () => {
    for await (const events of eventStore.subscribeAll({ after: read, batchSize, signal })) {
      for (const batch of splitBatch(events, toMessages)) {
        await underWay
        if (signal.aborted) return
        underWay = sendBatch(relay, batch)
        read = batch.end
      }
    }
    if (!signal.aborted) throw new Error('the subscription ended')
  }
  await keepTrying(relay, 'to read the store', () =>
    subscribe().catch((error: unknown) => {
      if (!(error instanceof StoreRolledBack)) throw error
      giveUp(relay, 'rolled-back', error.message)
    }),
  )
  await underWay
}

const runRelay = async (relay: OpenedRelay): Promise<Outcome> => {
  const lease = await claimCheckpoint(relay)
  if (lease !== null) {
    const checkpoints = keepCheckpoints(relay, lease)
    void watchTopics(relay)
    await sendPending(relay)
    await checkpoints
    const { outcome, position, logger } = relay
    if (outcome === 'stopped') {
      await lease
        .release()
        .catch((error: unknown) =>
          logger?.warn({ err: error, position }, 'the relay could not write its last checkpoint'),
        )
    }
  }
  await relay.producer.close()
  relay.state = 'ended'
  return relay.outcome
}

/**
 * Publishes every event of the store, with its public event, in order, at least once. Makes and checks the topics at
 * the start, and makes lost ones again. Rejects if Kafka or the store cannot be reached at the start; later outages are
 * waited out. Further relays stand by. A relay with an outdated checkpoint ends as `fenced`.
 */
export const startRelay = async (options: RelayOptions): Promise<Relay> => {
  const relay = await openRelay(options)
  const ended = runRelay(relay)
  return {
    position: () => relay.position,
    state: () => relay.state,
    ended,
    stop: async () => {
      relay.abort.abort()
      await ended
    },
  }
}
