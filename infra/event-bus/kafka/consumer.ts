import { randomUUID } from 'node:crypto'
import type { Admin, Kafka, Consumer as KafkaConsumer } from 'kafkajs'
import type { Logger } from 'pino'
import { pause, retry } from '../../retry.js'
import { within } from '../../within.js'
import type { ConsumeOptions, Consumer } from '../event-bus.js'
import { type ConsumerState, FIRST_BACK_OFF } from './consumer-state.js'
import type { createOrigin, EventStoreReader } from './history.js'
import { readBounds } from './offsets.js'
import { openSession } from './session.js'

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
  let active = Date.now()
  let joined = (): void => {}
  const firstJoin = new Promise<void>((resolve) => {
    joined = resolve
  })

  const retryUntil: ConsumerState<T>['retryUntil'] = async (isOver, attempt) => {
    const onFailure = (error: unknown, backOff: number) =>
      logger?.warn({ err: error, topic, group, backOff }, 'a consumer tries again')
    const tried = await retry(attempt, {
      ...{ first: FIRST_BACK_OFF, longest: LONGEST_PAUSE, onFailure, isOver, signal },
    })
    return tried !== 'stopped'
  }
  /** running batches of the handler: a client is not replaced while there are any */
  const handling = new Set<Promise<void>>()
  const work: ConsumerState<T> = {
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
      active = Date.now()
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

  /** Resolves when the consumer is stuck: messages wait, but none was fetched for long. */
  const stalled = async (isOver: () => boolean): Promise<void> => {
    while (!isOver()) {
      await pause(stalledAfter / 4, signal)
      if (work.busy || Date.now() - active < stalledAfter || isOver()) continue
      const bounds = await readBounds(admin, name).catch(() => new Map<number, { high: number }>())
      const lags = [...work.offsets].some(
        ([partition, { next }]) => (bounds.get(partition)?.high ?? 0) > next,
      )
      if (!lags) continue
      logger?.warn({ topic, group }, 'a consumer stands still and is replaced')
      active = Date.now()
      return
    }
  }

  /** "Now" is the end of the log when the consumer was requested, not when its group accepts it. */
  const listen = async () => {
    for (const [partition, { high }] of await readBounds(admin, name)) ends.set(partition, high)
  }
  const run = async () => {
    await retryUntil(() => signal.aborted, listen)
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
        await Promise.race([end, stalled(() => over || signal.aborted)])
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

  const finished = run()
  await Promise.race([firstJoin, finished])
  return {
    stop: async () => {
      abort.abort()
      await Promise.allSettled(handling)
      await within(finished, LEAVE_WITHIN, undefined)
    },
  }
}
