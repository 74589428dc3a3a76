import { setTimeout as delay } from 'node:timers/promises'
import { START } from '@guiche/contracts/envelope.js'
import { TOPICS } from '@guiche/contracts/topics.js'
import type { Admin, EachBatchPayload, Kafka, Consumer as KafkaConsumer } from 'kafkajs'
import type { Logger } from 'pino'
import type { ConsumeOptions, Delivery } from './event-bus.js'
import { RETRY } from './kafka-client.js'
import { type createOrigin, eventsBehind, type Truth } from './kafka-history.js'
import { createMembership } from './kafka-membership.js'
import { beginAt, isBestEffort, type Place, readBounds, readCommitted } from './kafka-places.js'
import { type Read, read, sourceOf } from './kafka-read.js'

export const FIRST_BACK_OFF = 100
const LAST_BACK_OFF = 5000
/** How long a rebalance waits for the batch that a member has under way. */
const REBALANCE_TIMEOUT = 30_000
const HEARTBEAT_EVERY = 1000
const LONGEST_WAIT = 500
/** How often the offsets of a consumer with a checkpoint of its own are kept: they only shorten its next start. */
const HINT_EVERY = 1000

/** What a consumer knows whichever client of Kafka it has at the time. */
export interface Work<T> {
  readonly kafka: Kafka
  readonly admin: Admin
  readonly options: ConsumeOptions<T>
  /** topic and group as Kafka knows them */
  readonly name: string
  readonly groupId: string
  readonly sessionTimeout: number
  readonly logger: Logger | undefined
  /** where events are that the log has no more; null = nowhere */
  readonly truth: Truth | null
  readonly origin: ReturnType<typeof createOrigin>
  /** aborts when the consumer is stopped */
  readonly signal: AbortSignal
  /** where the log ended when the consumer was asked for */
  readonly ends: ReadonlyMap<number, number>
  readonly places: Map<number, Place>
  /** Tries until it works, or until `isOver`; false when it was given up. */
  insist(attempt: () => Promise<void>, isOver: () => boolean): Promise<boolean>
  /** Kafka has answered, or a batch has ended. */
  stir(): void
  /** Gives a batch to the consumer's handler; throws once the consumer is stopped. */
  handle(batch: readonly Delivery<T>[]): Promise<void>
  /** Batches are under way. */
  busy: boolean
  /** whom the group knows us as since the last join */
  member: string | null
  /** The group has been joined and each partition's place is known. */
  joined(): void
}

/** A client of Kafka from its first join until it ends. */
export interface Session {
  readonly client: KafkaConsumer
  readonly ended: Promise<void>
}

/**
 * Joins the group and consumes until the client ends or the signal aborts. A batch that is refused pauses its partition
 * for the back-off; the others go on.
 */
export const openSession = async <T>(work: Work<T>): Promise<Session> => {
  const { kafka, admin, options, name, groupId, logger, truth, origin, signal, places, insist } = work
  const { topic, group, after, batchSize = 500 } = options
  const membership = createMembership(groupId)
  const client = kafka.consumer({
    groupId,
    partitionAssigners: [membership.assigner],
    sessionTimeout: work.sessionTimeout,
    rebalanceTimeout: REBALANCE_TIMEOUT,
    heartbeatInterval: Math.min(HEARTBEAT_EVERY, work.sessionTimeout / 3),
    maxWaitTimeInMs: LONGEST_WAIT,
    allowAutoTopicCreation: false,
    // A client that ends is replaced, whatever it ended of.
    retry: { ...RETRY, restartOnFailure: async () => false },
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
  /** refused batches: how many messages, and how long to wait after the next refusal */
  const refused = new Map<number, { readonly count: number; readonly backOff: number }>()

  /** Gives what the log has lost, from the store; tells of it where that cannot be. */
  const refill = async (gaps: ReadonlyMap<number, Place>, isOver: () => boolean) => {
    const marks = new Map<number, string>()
    for (const [partition, { mark }] of gaps) {
      const isKnown = topic === TOPICS.events && truth !== null && (mark !== null || after !== undefined)
      if (isKnown) marks.set(partition, mark ?? START)
      const where = { topic, group, partition, mark }
      if (isKnown) logger?.warn(where, 'what the log has no more comes from the event store')
      else if (!isBestEffort(topic)) logger?.error(where, 'the log begins after our place in it')
    }
    if (truth === null || marks.size === 0) return
    for await (const { partition, events } of eventsBehind(truth, marks, { batchSize, signal })) {
      const deliveries = events.map(
        (event): Delivery<T> => ({
          partition,
          position: event.position,
          key: event.companyId,
          value: event as T,
        }),
      )
      if (!(await insist(() => work.handle(deliveries), isOver))) return
      const { next } = stand(partition)
      places.set(partition, { next, mark: deliveries.at(-1)?.position ?? null })
    }
  }
  const stand = (partition: number): Place => places.get(partition) ?? { next: 0, mark: null }

  const begin = async (partitions: readonly number[], mine: number) => {
    const isOver = () => mine !== generation || over
    const bounds = await readBounds(admin, name)
    const committed = group === null ? new Map<number, Place>() : await readCommitted(admin, groupId, name)
    const firsts: { topic: string; partition: number; offset: string }[] = []
    const gaps = new Map<number, Place>()
    for (const partition of partitions) {
      const { low, high } = bounds.get(partition) ?? { low: 0, high: 0 }
      const own = {
        known: places.get(partition),
        now: work.ends.get(partition) ?? 0,
        refills: truth !== null,
      }
      const { place, gap } = beginAt(
        options,
        { low, high, committed: committed.get(partition) ?? null },
        after === undefined ? own : { ...own, checkpoint: await after(partition) },
      )
      if (isOver()) return
      if (gap) gaps.set(partition, place)
      places.set(partition, place)
      refused.delete(partition)
      client.seek({ topic: name, partition, offset: String(place.next) })
      if (group !== null && after === undefined && !committed.has(partition)) {
        firsts.push({ topic: name, partition, offset: String(place.next) })
      }
    }
    // From here on this group is known: "now" stays what it is.
    if (firsts.length > 0) await client.commitOffsets(firsts)
    await refill(gaps, isOver)
  }

  client.on(client.events.GROUP_JOIN, ({ payload }) => {
    const mine = ++generation
    work.member = payload.memberId
    work.stir()
    const partitions = payload.memberAssignment[name] ?? []
    const isOver = () => over || mine !== generation
    begun = insist(() => begin(partitions, mine), isOver)
    void begun.then((done) => {
      if (done && !isOver()) work.joined()
    })
  })
  client.on(client.events.REBALANCING, () => {
    generation++
  })
  client.on(client.events.FETCH, () => work.stir())
  client.on(client.events.CRASH, ({ payload }) => {
    if (!signal.aborted)
      logger?.warn({ err: payload.error, topic, group }, 'a consumer ended and is replaced')
    finish()
  })

  /** Lets the other partitions go on; this one comes again after a while. */
  const postpone = (partition: number, count: number, error: unknown, resume: () => void) => {
    const backOff = refused.get(partition)?.backOff ?? FIRST_BACK_OFF
    logger?.warn({ err: error, topic, group, partition, backOff }, 'a batch failed and comes again')
    refused.set(partition, { count, backOff: Math.min(backOff * 2, LAST_BACK_OFF) })
    client.seek({ topic: name, partition, offset: String(stand(partition).next) })
    void delay(backOff, undefined, { signal })
      .catch(() => {})
      .then(() => over || resume())
  }

  /** Those of a batch that were not given yet. */
  const freshOf = async (partition: number, messages: EachBatchPayload['batch']['messages']) => {
    const { next, mark } = stand(partition)
    const fresh: Read<T>[] = []
    let seen = mark ?? ''
    for (const message of messages) {
      if (Number(message.offset) < next) continue
      if (topic === TOPICS.events && !(await origin.isOurs(sourceOf(message)))) continue
      const one = read<T>(topic, partition, message)
      if (one.delivery.position <= seen) continue
      seen = one.delivery.position
      fresh.push(one)
    }
    return { fresh, seen }
  }

  const eachBatch = async (payload: EachBatchPayload) => {
    const { batch, heartbeat, resolveOffset, isRunning, isStale, pause } = payload
    const { partition } = batch
    let lost: unknown
    /** Keeps the session while something takes its time; a lost one is told afterwards. */
    const beating = async <R>(promise: Promise<R>): Promise<R> => {
      const timer = setInterval(() => {
        heartbeat().catch((error: unknown) => {
          lost = error
        })
      }, HEARTBEAT_EVERY)
      try {
        return await promise
      } finally {
        clearInterval(timer)
      }
    }
    const isOver = () => over || !isRunning() || lost !== undefined
    if (!(await beating(begun)) || lost !== undefined || isStale()) {
      if (lost !== undefined) throw lost
      return
    }
    const commit = async ({ next, mark }: Place) => {
      if (group === null) return
      if (after !== undefined) {
        if (Date.now() - (hinted.get(partition) ?? 0) < HINT_EVERY) return
        hinted.set(partition, Date.now())
      }
      const place = { partition, offset: String(next), metadata: mark ?? '' }
      await payload.commitOffsetsIfNecessary({ topics: [{ topic: name, partitions: [place as never] }] })
    }
    const first = Number(batch.firstOffset() ?? batch.lastOffset())
    if (first > stand(partition).next) {
      const low = (await readBounds(admin, name)).get(partition)?.low ?? 0
      const { next } = stand(partition)
      if (low <= next) return client.seek({ topic: name, partition, offset: String(next) })
      await beating(refill(new Map([[partition, stand(partition)]]), isOver))
      if (lost !== undefined) throw lost
      if (isOver()) return
    }
    let found: Awaited<ReturnType<typeof freshOf>>
    try {
      found = await freshOf(partition, batch.messages)
    } catch (error) {
      return postpone(partition, batchSize, error, pause())
    }
    const { fresh, seen } = found
    for (let index = 0; index < fresh.length; ) {
      // What was refused comes again as it was.
      const chunk = fresh.slice(index, index + (refused.get(partition)?.count ?? batchSize))
      try {
        await beating(work.handle(chunk.map(({ delivery }) => delivery)))
      } catch (error) {
        if (lost !== undefined) throw lost
        if (!isOver()) postpone(partition, chunk.length, error, pause())
        return
      }
      refused.delete(partition)
      index += chunk.length
      const last = chunk.at(-1) as Read<T>
      const place = { next: last.offset + 1, mark: last.delivery.position }
      places.set(partition, place)
      resolveOffset(String(last.offset))
      await commit(place)
      if (lost !== undefined) throw lost
      if (isOver()) return
      await heartbeat()
    }
    places.set(partition, { next: Number(batch.lastOffset()) + 1, mark: seen === '' ? null : seen })
    resolveOffset(batch.lastOffset())
    if (fresh.length === 0) await commit(stand(partition))
  }

  try {
    await client.connect()
    await client.subscribe({ topic: name, fromBeginning: true })
    if (work.member !== null) await membership.takeOut(work.member)
    await client.run({
      autoCommit: false,
      eachBatchAutoResolve: false,
      eachBatch: async (payload) => {
        work.busy = true
        try {
          await eachBatch(payload)
        } finally {
          work.busy = false
          work.stir()
        }
      },
    })
  } catch (error) {
    finish()
    await client.disconnect().catch(() => {})
    throw error
  }
  return { client, ended }
}
