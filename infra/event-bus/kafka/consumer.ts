import { randomUUID } from 'node:crypto'
import type { Admin, Kafka, Consumer as KafkaConsumer } from 'kafkajs'
import type { Logger } from 'pino'
import { pause, retry } from '../../retry.js'
import { within } from '../../within.js'
import type { ConsumeOptions, Consumer } from '../event-bus.js'
import type { createOrigin, EventStoreReader } from './history.js'
import { readBounds } from './offsets.js'
import { openSession } from './session.js'
import { FIRST_BACK_OFF, type Work } from './work.js'

/** Time until the partitions of a killed member are reassigned. A live one sends a heartbeat every second. */
const SESSION_TIMEOUT = 8_000
/** Default size of a handler's batch, in messages. */
const BATCH_SIZE = 500
/** Longest pause between two attempts while Kafka is away. */
const LONGEST_PAUSE = 1_000
/** A consumer that has fetched nothing for this time, although messages wait, is replaced. */
const STALLED_AFTER = 60_000
/** Longest wait of a stop for Kafka; without an answer the group times the member out. */
const LEAVE_WITHIN = 2_000

export interface ConsumerDeps {
  readonly kafka: Kafka
  readonly admin: Admin
  readonly prefix: string
  readonly logger?: Logger
  readonly stalledAfter?: number
  readonly sessionTimeout?: number
  /** source of events that the log no longer has; null = none */
  readonly eventStore: EventStoreReader | null
  readonly origin: ReturnType<typeof createOrigin>
  /** ends every consumer, also one that waits for Kafka to join its group */
  readonly closing: AbortSignal
}

interface Running<T> {
  readonly work: Work<T>
  readonly stalledAfter: number
  /** the log's ends when the consumer was requested */
  readonly ends: Map<number, number>
  /** when Kafka answered last, or a batch ended, in milliseconds since the epoch */
  active: number
}

/** Resolves when the consumer is stuck: messages wait, but none was fetched for long. */
const stalled = async <T>(running: Running<T>, isOver: () => boolean): Promise<void> => {
  const { work, stalledAfter } = running
  const { topic, group } = work.options
  while (!isOver()) {
    await pause(stalledAfter / 4, work.signal)
    if (work.busy || Date.now() - running.active < stalledAfter || isOver()) continue
    const bounds = await readBounds(work.admin, work.name).catch(() => new Map<number, { high: number }>())
    const lags = [...work.offsets].some(([partition, { next }]) => (bounds.get(partition)?.high ?? 0) > next)
    if (!lags) continue
    work.logger?.warn({ topic, group }, 'a consumer stands still and is replaced')
    running.active = Date.now()
    return
  }
}

/** "Now" is where the log ends when the consumer is asked for, not when its group lets it in. */
const listen = async <T>({ work, ends }: Running<T>) => {
  for (const [partition, { high }] of await readBounds(work.admin, work.name)) ends.set(partition, high)
}

const run = async <T>(running: Running<T>) => {
  const { work } = running
  const { signal, logger } = work
  const { topic, group } = work.options
  await work.retryUntil(
    () => signal.aborted,
    () => listen(running),
  )
  let backOff = FIRST_BACK_OFF
  while (!signal.aborted) {
    let client: KafkaConsumer | undefined
    try {
      const opened = await openSession(work)
      client = opened.client
      let over = false
      const end = opened.ended.then(() => {
        over = true
      })
      await Promise.race([end, stalled(running, () => over || signal.aborted)])
      over = true
      backOff = FIRST_BACK_OFF
    } catch (error) {
      logger?.warn({ err: error, topic, group, backOff }, 'a consumer could not start and tries again')
    }
    await client?.disconnect().catch(() => {})
    if (!signal.aborted) await pause(backOff, signal)
    backOff = Math.min(backOff * 2, LONGEST_PAUSE)
  }
}

/**
 * Consumes until stopped; resolves once the group has been joined and each partition's offset is known. The session
 * outlives slow and refused batches, and a client that ended or stands still is replaced.
 */
export const startConsumer = async <T>(deps: ConsumerDeps, options: ConsumeOptions<T>): Promise<Consumer> => {
  const { kafka, admin, prefix, logger, eventStore, origin } = deps
  const { stalledAfter = STALLED_AFTER, sessionTimeout = SESSION_TIMEOUT } = deps
  const { topic, group } = options
  const name = `${prefix}${topic}`
  const abort = new AbortController()
  const signal = AbortSignal.any([abort.signal, deps.closing])
  const ends = new Map<number, number>()
  let joined = (): void => {}
  const firstJoin = new Promise<void>((resolve) => {
    joined = resolve
  })

  const retryUntil: Work<T>['retryUntil'] = async (isOver, attempt) => {
    const onFailure = (error: unknown, backOff: number) =>
      logger?.warn({ err: error, topic, group, backOff }, 'a consumer tries again')
    const tried = await retry(attempt, {
      ...{ first: FIRST_BACK_OFF, longest: LONGEST_PAUSE, onFailure, isOver, signal },
    })
    return tried !== 'stopped'
  }
  /** running batches of the handler: a client is not replaced while there are any */
  const handling = new Set<Promise<void>>()
  const work: Work<T> = {
    kafka,
    admin,
    options: { ...options, batchSize: options.batchSize ?? BATCH_SIZE },
    name,
    groupId: `${prefix}${topic}.${group ?? `broadcast-${randomUUID()}`}`,
    sessionTimeout,
    logger,
    eventStore,
    origin,
    signal,
    ends,
    offsets: new Map(),
    retryUntil,
    markActive: () => {
      running.active = Date.now()
    },
    handle: async (batch) => {
      signal.throwIfAborted()
      const done = options.onBatch(batch)
      handling.add(done)
      await done.finally(() => handling.delete(done))
    },
    busy: false,
    member: null,
    joined: () => joined(),
  }

  const running: Running<T> = { work, stalledAfter, ends, active: Date.now() }
  const finished = run(running)
  await Promise.race([firstJoin, finished])
  return {
    stop: async () => {
      abort.abort()
      await Promise.allSettled(handling)
      await within(finished, LEAVE_WITHIN, undefined)
    },
  }
}
