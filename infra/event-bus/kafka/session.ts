import type { EachBatchPayload, Consumer as KafkaConsumer } from 'kafkajs'
import { createBatches } from './batches.js'
import { KAFKA_RETRY } from './client.js'
import type { ConsumerState } from './consumer-state.js'
import { createHeartbeat, HEARTBEAT_MS } from './heartbeat.js'
import { createMembership } from './kafkajs-workarounds/membership.js'
import { createPartitionStarts } from './partition-starts.js'

/** Longest wait of a rebalance for a member's running batch. */
const REBALANCE_TIMEOUT = 30_000
const LONGEST_WAIT = 500

/** A client of Kafka from its first join to its end. */
export interface Session {
  readonly client: KafkaConsumer
  readonly ended: Promise<void>
}

/** Joins the group and consumes until the client ends or the signal aborts. */
export const openSession = async <T>(work: ConsumerState<T>): Promise<Session> => {
  const { kafka, options, name, groupId, logger, signal, retryUntil } = work
  const { topic, group } = options
  const membership = createMembership(groupId)
  const client = kafka.consumer({
    groupId,
    partitionAssigners: [membership.assigner],
    sessionTimeout: work.sessionTimeout,
    rebalanceTimeout: REBALANCE_TIMEOUT,
    heartbeatInterval: Math.min(HEARTBEAT_MS, work.sessionTimeout / 3),
    maxWaitTimeInMs: LONGEST_WAIT,
    allowAutoTopicCreation: false,
    // A client that ends is replaced, whatever the reason.
    retry: { ...KAFKA_RETRY, restartOnFailure: async () => false },
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
  const starts = createPartitionStarts(work, client)
  const batches = createBatches(work, client, { ...starts, isOver: () => over })

  client.on(client.events.GROUP_JOIN, ({ payload }) => {
    const mine = ++generation
    work.member = payload.memberId
    work.markActive()
    const partitions = payload.memberAssignment[name] ?? []
    const isOver = () => over || mine !== generation
    batches.begin(partitions)
    options.assigned?.()
    begun = retryUntil(isOver, () => starts.begin(partitions, isOver))
    void begun.then((done) => {
      if (done && !isOver()) work.joined()
    })
  })
  client.on(client.events.REBALANCING, () => {
    generation++
  })
  client.on(client.events.FETCH, () => work.markActive())
  client.on(client.events.CRASH, ({ payload }) => {
    if (!signal.aborted)
      logger?.warn({ err: payload.error, topic, group }, 'a consumer ended and is replaced')
    finish()
  })

  const eachBatch = async (payload: EachBatchPayload) => {
    const heartbeat = createHeartbeat(payload.heartbeat)
    const isReady = await heartbeat.during(begun)
    heartbeat.throwIfLost()
    if (isReady && !payload.isStale()) await batches.handle(payload, heartbeat)
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
          work.markActive()
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
