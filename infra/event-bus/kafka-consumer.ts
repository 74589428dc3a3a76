import { randomUUID } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import type { Admin, Kafka, Consumer as KafkaConsumer } from 'kafkajs'
import type { Logger } from 'pino'
import { within } from '../within.js'
import type { ConsumeOptions, Consumer } from './event-bus.js'
import type { createOrigin, Truth } from './kafka-history.js'
import { readBounds } from './kafka-places.js'
import { FIRST_BACK_OFF, openSession, type Work } from './kafka-session.js'

/** How long the partitions of a member that was killed lie idle. A live one is heard of every second, busy or not. */
const SESSION_TIMEOUT = 8_000
/** Between two tries at a Kafka that is away: soon after it is back it is used. */
const LONGEST_PAUSE = 1_000
/** A consumer that has fetched nothing for so long, with messages waiting, is made anew. */
const STALLED_AFTER = 60_000
/** How long a consumer that is stopped takes leave of a Kafka that does not answer; its group finds out by itself. */
const LEAVE_WITHIN = 2_000

export interface ConsumerDeps {
  readonly kafka: Kafka
  readonly admin: Admin
  readonly prefix: string
  readonly logger?: Logger
  readonly stalledAfter?: number
  readonly sessionTimeout?: number
  /** where events are that the log has no more; null = nowhere */
  readonly truth: Truth | null
  readonly origin: ReturnType<typeof createOrigin>
  /** ends every consumer, also one that waits for Kafka to join its group */
  readonly closing: AbortSignal
}

/**
 * Consumes until stopped; resolves once the group has been joined and each partition's place is known. The session
 * outlives slow and refused batches, and a client that ended or stands still is replaced.
 */
export const startConsumer = async <T>(deps: ConsumerDeps, options: ConsumeOptions<T>): Promise<Consumer> => {
  const { kafka, admin, prefix, logger, truth, origin } = deps
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

  const pause = (ms: number) => delay(ms, undefined, { signal }).catch(() => {})
  const insist: Work<T>['insist'] = async (attempt, isOver) => {
    for (let backOff = FIRST_BACK_OFF; !isOver(); backOff = Math.min(backOff * 2, LONGEST_PAUSE)) {
      try {
        await attempt()
        return true
      } catch (error) {
        logger?.warn({ err: error, topic, group, backOff }, 'a consumer tries again')
        await pause(backOff)
      }
    }
    return false
  }
  /** what the handler has under way: nothing is given up while it works */
  const handling = new Set<Promise<void>>()
  const work: Work<T> = {
    kafka,
    admin,
    options,
    name,
    groupId: `${prefix}${topic}.${group ?? `broadcast-${randomUUID()}`}`,
    sessionTimeout,
    logger,
    truth,
    origin,
    signal,
    ends,
    places: new Map(),
    insist,
    stir: () => {
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

  /** Resolves when messages wait although nothing has been fetched for long. */
  const stalled = async (isOver: () => boolean): Promise<void> => {
    while (!isOver()) {
      await pause(stalledAfter / 4)
      if (work.busy || Date.now() - active < stalledAfter || isOver()) continue
      const bounds = await readBounds(admin, name).catch(() => new Map<number, { high: number }>())
      const lags = [...work.places].some(([partition, { next }]) => (bounds.get(partition)?.high ?? 0) > next)
      if (!lags) continue
      logger?.warn({ topic, group }, 'a consumer stands still and is replaced')
      active = Date.now()
      return
    }
  }

  /** "Now" is where the log ends when the consumer is asked for, not when its group lets it in. */
  const listen = async () => {
    for (const [partition, { high }] of await readBounds(admin, name)) ends.set(partition, high)
  }
  const run = async () => {
    await insist(listen, () => signal.aborted)
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
      if (!signal.aborted) await pause(backOff)
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
