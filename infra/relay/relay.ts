import { setTimeout as delay } from 'node:timers/promises'
import type { Logger } from 'pino'
import { v4 as uuid } from 'uuid'
import { createKafkaClient, reachKafka } from '../event-bus/kafka-client.js'
import { createOrderedProducer } from '../event-bus/kafka-producer.js'
import { ALL_TOPICS, ensureTopics } from '../event-bus/kafka-topics.js'
import { type EventStore, PutBackError } from '../event-store/event-store.js'
import { type Batch, createToMessages, split } from './batches.js'
import { type Checkpoint, readCheckpoint, writeCheckpoint } from './checkpoint.js'

const FIRST_BACK_OFF = 100
/** Soon after an engine is back it is used. */
const LAST_BACK_OFF = 2000

type Outcome = 'stopped' | 'fenced' | 'put-back'

export interface Relay {
  /** Everything up to here is in the log. */
  position(): string
  /** `standby` while another relay works */
  state(): 'standby' | 'active' | 'ended'
  /** Resolves when the relay has ended: it was stopped, another one has taken over, or the store was put back. */
  readonly ended: Promise<Outcome>
  /** Ends it once the send under way is known, and lets the next one begin at once. */
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
}

/**
 * Carries every event of the store to the log, in order, at least once, one send under way at a time, and with it what
 * other systems are told of it. Makes and checks the topics first. Rejects when Kafka or the store cannot be reached; later faults are waited out. One relay
 * works at a time: a further one stands by, and one whose checkpoint was overtaken ends as `fenced`.
 */
export const startRelay = async (options: RelayOptions): Promise<Relay> => {
  const { eventStore, brokers, prefix = '', name, logger } = options
  const { batchSize = 1000, checkpointEvery = 1000, takeOverAfter = 6000 } = options
  const kafka = createKafkaClient({ brokers, ...(logger === undefined ? {} : { logger }) })
  await reachKafka(kafka, brokers)
  const admin = kafka.admin()
  await admin.connect()
  try {
    await ensureTopics(admin, prefix, ALL_TOPICS)
  } finally {
    await admin.disconnect()
  }
  const producer = createOrderedProducer(kafka)
  const abort = new AbortController()
  const { signal } = abort
  let checkpoint = await readCheckpoint(eventStore)
  let { position } = checkpoint
  let state: ReturnType<Relay['state']> = 'standby'
  let outcome: Outcome = 'stopped'

  const pause = (ms: number) => delay(ms, undefined, { signal }).catch(() => {})
  const toMessages = createToMessages({
    prefix,
    storeId: eventStore.storeId,
    ...(logger === undefined ? {} : { logger }),
  })
  /** Tries until it works, less often as long as nothing moves; false when the relay ends before. */
  const insist = async (what: string, attempt: () => Promise<void>): Promise<boolean> => {
    let reached = position
    for (let backOff = FIRST_BACK_OFF; !signal.aborted; backOff = Math.min(backOff * 2, LAST_BACK_OFF)) {
      try {
        await attempt()
        return true
      } catch (error) {
        if (position !== reached) backOff = FIRST_BACK_OFF
        reached = position
        logger?.warn({ err: error, position, backOff }, `the relay tries again: ${what}`)
        await pause(backOff)
      }
    }
    return false
  }

  const giveUp = (why: Exclude<Outcome, 'stopped'>, words: string) => {
    if (signal.aborted) return
    logger?.error({ name, position }, words)
    outcome = why
    abort.abort()
  }

  /** Waits until no other relay works, then writes a checkpoint of our own on top of the last one. */
  const claim = async () => {
    let still: { readonly revision: Checkpoint['revision']; readonly since: number } | null = null
    while (!signal.aborted && state === 'standby') {
      await insist('to take over', async () => {
        const last = await readCheckpoint(eventStore)
        if (still === null || still.revision !== last.revision) {
          still = { revision: last.revision, since: Date.now() }
        }
        const free = last.holder === null || last.holder === name || Date.now() - still.since >= takeOverAfter
        if (!free) return pause(Math.min(500, takeOverAfter / 4))
        const mine = await writeCheckpoint(eventStore, last, { position: last.position, holder: name })
        if (mine === null) return
        checkpoint = mine
        position = mine.position
        state = 'active'
      })
    }
  }

  /** Writes how far we are: at most once in `checkpointEvery`, and as a sign of life when nothing happens. */
  const keepCheckpoints = async () => {
    let written = Date.now()
    let unknown: { readonly id: string; readonly position: string } | null = null
    while (!signal.aborted) {
      await pause(checkpointEvery)
      if (signal.aborted) return
      const advanced = position !== checkpoint.position && relayed
      if (!advanced && Date.now() - written < takeOverAfter / 3) continue
      relayed = false
      const told: { readonly id: string; readonly position: string } = unknown ?? { id: uuid(), position }
      try {
        const next = await writeCheckpoint(
          eventStore,
          checkpoint,
          { position: told.position, holder: name },
          told.id,
        )
        if (next === null) return giveUp('fenced', 'another relay has taken over')
        checkpoint = next
        if (unknown !== null) relayed = true
        unknown = null
        written = Date.now()
      } catch (error) {
        relayed = true
        unknown = told
        logger?.warn({ err: error, position }, 'the relay could not write its checkpoint')
      }
    }
  }

  /** a message was sent since the last checkpoint; our own checkpoints are events, too, and ask for none */
  let relayed = false
  const send = async ({ messages, end }: Batch): Promise<void> => {
    if (messages.length > 0 && !(await insist('to send', () => producer.send(messages)))) return
    if (messages.length > 0) relayed = true
    position = end
  }

  const carry = async () => {
    // The next batch is read and written down while the one before is under way.
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
    await insist('to read the store', () =>
      subscribe().catch((error: unknown) => {
        if (!(error instanceof PutBackError)) throw error
        giveUp('put-back', error.message)
      }),
    )
    await underWay
  }

  const run = async (): Promise<Outcome> => {
    await claim()
    if (state === 'active') {
      const checkpoints = keepCheckpoints()
      await carry()
      await checkpoints
      if (outcome === 'stopped') {
        await writeCheckpoint(eventStore, checkpoint, { position, holder: null }).catch((error: unknown) =>
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
