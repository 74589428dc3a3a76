import { randomUUID } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import type { Admin, EachBatchPayload, Kafka, Consumer as KafkaConsumer } from 'kafkajs'
import type { Logger } from 'pino'
import type { ConsumeOptions, Consumer } from './event-bus.js'
import { beginAt, isBestEffort, type Place, readBounds, readCommitted } from './kafka-places.js'
import { type Read, read } from './kafka-read.js'

const FIRST_BACK_OFF = 100
const LAST_BACK_OFF = 5000
/** How long the partitions of a member that was killed lie idle. A live one is heard of every second, busy or not. */
const SESSION_TIMEOUT = 10_000
/** How long a rebalance waits for the batch that a member has under way. */
const REBALANCE_TIMEOUT = 30_000
const HEARTBEAT_EVERY = 1000
const LONGEST_WAIT = 500
/** How often the offsets of a consumer with a checkpoint of its own are kept: they only shorten its next start. */
const HINT_EVERY = 1000
/** A consumer that has fetched nothing for so long, with messages waiting, is made anew. */
const STALLED_AFTER = 60_000

export interface ConsumerDeps {
  readonly kafka: Kafka
  readonly admin: Admin
  readonly prefix: string
  readonly logger?: Logger
  readonly stalledAfter?: number
  /** ends every consumer, also one that waits for Kafka to join its group */
  readonly closing: AbortSignal
}

/**
 * Consumes until stopped; resolves once the group has been joined and each partition's place is known. The session
 * outlives slow and refused batches, and a client that ended or stands still is replaced.
 */
export const startConsumer = async <T>(deps: ConsumerDeps, options: ConsumeOptions<T>): Promise<Consumer> => {
  const { kafka, admin, prefix, logger, stalledAfter = STALLED_AFTER } = deps
  const { topic, group, after, batchSize = 500, onBatch } = options
  const name = `${prefix}${topic}`
  const groupId = `${prefix}${topic}.${group ?? `broadcast-${randomUUID()}`}`
  const abort = new AbortController()
  const signal = AbortSignal.any([abort.signal, deps.closing])
  const ends = new Map<number, number>()
  const places = new Map<number, Place>()
  let active = Date.now()
  let busy = false
  let joined = (): void => {}
  const firstJoin = new Promise<void>((resolve) => {
    joined = resolve
  })

  const pause = (ms: number) => delay(ms, undefined, { signal }).catch(() => {})
  /** Tries until it works, or until `isOver`; false when it was given up. */
  const insist = async (attempt: () => Promise<void>, isOver: () => boolean): Promise<boolean> => {
    for (let backOff = FIRST_BACK_OFF; !isOver(); backOff = Math.min(backOff * 2, LAST_BACK_OFF)) {
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

  /** One client of Kafka, from its first join until it ends or is replaced. */
  const open = async (): Promise<{ client: KafkaConsumer; ended: Promise<void> }> => {
    const client = kafka.consumer({
      groupId,
      sessionTimeout: SESSION_TIMEOUT,
      rebalanceTimeout: REBALANCE_TIMEOUT,
      heartbeatInterval: HEARTBEAT_EVERY,
      maxWaitTimeInMs: LONGEST_WAIT,
      allowAutoTopicCreation: false,
      // A client that ends is replaced below, whatever it ended of.
      retry: { initialRetryTime: 100, maxRetryTime: 5000, retries: 5, restartOnFailure: async () => false },
    })
    let generation = 0
    let begun: Promise<boolean> = Promise.resolve(false)
    let over = false
    let end = (): void => {}
    const ended = new Promise<void>((resolve) => {
      end = resolve
    })
    const finish = () => {
      over = true
      signal.removeEventListener('abort', finish)
      end()
    }
    signal.addEventListener('abort', finish, { once: true })
    const hinted = new Map<number, number>()

    const begin = async (partitions: readonly number[], mine: number) => {
      const bounds = await readBounds(admin, name)
      const committed = group === null ? new Map<number, Place>() : await readCommitted(admin, groupId, name)
      const firsts: { topic: string; partition: number; offset: string }[] = []
      for (const partition of partitions) {
        const { low, high } = bounds.get(partition) ?? { low: 0, high: 0 }
        const own = { known: places.get(partition), now: ends.get(partition) ?? 0 }
        const { place, gap } = beginAt(
          options,
          { low, high, committed: committed.get(partition) ?? null },
          after === undefined ? own : { ...own, checkpoint: await after(partition) },
        )
        if (mine !== generation || over) return
        if (gap && !isBestEffort(topic)) {
          logger?.error({ topic, group, partition, ...place, low }, 'the log begins after our place in it')
        }
        places.set(partition, place)
        client.seek({ topic: name, partition, offset: String(place.next) })
        if (group !== null && after === undefined && !committed.has(partition)) {
          firsts.push({ topic: name, partition, offset: String(place.next) })
        }
      }
      // From here on this group is known: "now" stays what it is.
      if (firsts.length > 0) await client.commitOffsets(firsts)
    }

    client.on(client.events.GROUP_JOIN, ({ payload }) => {
      const mine = ++generation
      active = Date.now()
      const partitions = payload.memberAssignment[name] ?? []
      const isOver = () => over || mine !== generation
      begun = insist(() => begin(partitions, mine), isOver)
      void begun.then((done) => {
        if (done && !isOver()) joined()
      })
    })
    client.on(client.events.REBALANCING, () => {
      generation++
    })
    client.on(client.events.FETCH, () => {
      active = Date.now()
    })
    client.on(client.events.CRASH, ({ payload }) => {
      if (!signal.aborted)
        logger?.warn({ err: payload.error, topic, group }, 'a consumer ended and is replaced')
      finish()
    })

    const eachBatch = async ({
      batch,
      heartbeat,
      resolveOffset,
      isRunning,
      isStale,
      ...payload
    }: EachBatchPayload) => {
      const { partition } = batch
      let lost: unknown
      /** Keeps the session while something takes its time; a lost one is told afterwards. */
      const beating = async <R>(work: Promise<R>): Promise<R> => {
        const timer = setInterval(() => {
          heartbeat().catch((error: unknown) => {
            lost = error
          })
        }, HEARTBEAT_EVERY)
        try {
          return await work
        } finally {
          clearInterval(timer)
        }
      }
      if (!(await beating(begun)) || lost !== undefined || isStale()) {
        if (lost !== undefined) throw lost
        return
      }
      const commit = async (place: Place) => {
        if (group === null) return
        if (after !== undefined) {
          if (Date.now() - (hinted.get(partition) ?? 0) < HINT_EVERY) return
          hinted.set(partition, Date.now())
        }
        const { next, mark } = place
        await payload.commitOffsetsIfNecessary({
          topics: [
            { topic: name, partitions: [{ partition, offset: String(next), metadata: mark ?? '' } as never] },
          ],
        })
      }
      const stand = (): Place => places.get(partition) ?? { next: 0, mark: null }
      const first = Number(batch.firstOffset() ?? batch.lastOffset())
      if (first > stand().next) {
        const low = (await readBounds(admin, name)).get(partition)?.low ?? 0
        if (low <= stand().next) return client.seek({ topic: name, partition, offset: String(stand().next) })
        if (!isBestEffort(topic)) {
          logger?.error({ topic, group, partition, ...stand(), low }, 'the log begins after our place in it')
        }
      }
      const { next, mark } = stand()
      const fresh: Read<T>[] = []
      let seen = mark ?? ''
      for (const message of batch.messages) {
        if (Number(message.offset) < next) continue
        const one = read<T>(topic, partition, message)
        if (one.delivery.position <= seen) continue
        seen = one.delivery.position
        fresh.push(one)
      }
      const isOver = () => over || !isRunning() || lost !== undefined
      for (let index = 0; index < fresh.length; index += batchSize) {
        const chunk = fresh.slice(index, index + batchSize)
        const deliveries = chunk.map(({ delivery }) => delivery)
        const done = await beating(insist(() => onBatch(deliveries), isOver))
        if (done) {
          const last = chunk.at(-1) as Read<T>
          const place = { next: last.offset + 1, mark: last.delivery.position }
          places.set(partition, place)
          resolveOffset(String(last.offset))
          await commit(place)
        }
        if (lost !== undefined) throw lost
        if (!done || isOver()) return
        await heartbeat()
      }
      places.set(partition, { next: Number(batch.lastOffset()) + 1, mark: seen === '' ? null : seen })
      resolveOffset(batch.lastOffset())
      if (fresh.length === 0) await commit(stand())
    }

    const work = async (payload: EachBatchPayload) => {
      busy = true
      try {
        await eachBatch(payload)
      } finally {
        busy = false
        active = Date.now()
      }
    }
    try {
      await client.connect()
      await client.subscribe({ topic: name, fromBeginning: true })
      await client.run({ autoCommit: false, eachBatchAutoResolve: false, eachBatch: work })
    } catch (error) {
      finish()
      await client.disconnect().catch(() => {})
      throw error
    }
    return { client, ended }
  }

  /** Resolves when messages wait although nothing has been fetched for long. */
  const stalled = async (isOver: () => boolean): Promise<void> => {
    while (!isOver()) {
      await pause(stalledAfter / 4)
      if (busy || Date.now() - active < stalledAfter || isOver()) continue
      const bounds = await readBounds(admin, name).catch(() => new Map<number, { high: number }>())
      const lags = [...places].some(([partition, { next }]) => (bounds.get(partition)?.high ?? 0) > next)
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
        const opened = await open()
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
      backOff = Math.min(backOff * 2, LAST_BACK_OFF)
    }
  }

  const finished = run()
  await Promise.race([firstJoin, finished])
  return {
    stop: async () => {
      abort.abort()
      await finished
    },
  }
}
