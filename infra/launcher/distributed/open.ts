import { err, ok, type Result } from '@guiche/contracts/result.js'
import { createMongoBlobs } from '../../blobs/mongodb.js'
import { createMongoCounters } from '../../counters/mongodb.js'
import type { EventBus } from '../../event-bus/event-bus.js'
import { createKafkaEventBus } from '../../event-bus/kafka.js'
import { awaitTopics } from '../../event-bus/kafka-await.js'
import { createKafkaClient, reachKafka } from '../../event-bus/kafka-client.js'
import type { EventStore } from '../../event-store/event-store.js'
import { createEventStoreDb } from '../../event-store/eventstoredb.js'
import { connectMongo } from '../../mongodb/connect.js'
import { createMongoReadStore } from '../../read-store/mongodb.js'
import { reasonOf } from '../../sqlite/worker.js'
import { createMongoVault } from '../../vault/mongodb.js'
import { putBack } from './put-back.js'
import type { Context } from './service.js'

/** In how many ms an engine has to answer when a service starts. */
const OPEN_WITHIN = 15_000

interface Engine {
  close(): Promise<void>
}
type Openers = Readonly<Record<string, () => Promise<Engine>>>
type Parts<O extends Openers> = { readonly [N in keyof O]: Awaited<ReturnType<O[N]>> }

/** The same engine, or a rejection after a time; what opens later is closed. */
const inTime = (name: string, open: () => Promise<Engine>): Promise<Engine> =>
  new Promise((resolve, reject) => {
    let late = false
    const timer = setTimeout(() => {
      late = true
      reject(new Error(`${name} did not answer within ${OPEN_WITHIN / 1000} s`))
    }, OPEN_WITHIN)
    open().then(
      (engine) => {
        clearTimeout(timer)
        if (late) engine.close().catch(() => undefined)
        else resolve(engine)
      },
      (failure: unknown) => {
        clearTimeout(timer)
        reject(failure)
      },
    )
  })

/**
 * Opens engines side by side, all or none. An error is one sentence for each engine that cannot be used, or what `check`
 * has against them all.
 */
export const openTogether = async <O extends Openers>(
  openers: O,
  check: (parts: Parts<O>) => Promise<readonly string[]> = async () => [],
): Promise<Result<{ readonly parts: Parts<O>; close(): Promise<void> }, string[]>> => {
  const names = Object.keys(openers)
  const opened = await Promise.allSettled(Object.entries(openers).map(([name, open]) => inTime(name, open)))
  const engines = opened.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []))
  const close = async (): Promise<void> => void (await Promise.allSettled(engines.map((one) => one.close())))
  const failures = opened.flatMap((one) => (one.status === 'rejected' ? [reasonOf(one.reason)] : []))
  const parts = Object.fromEntries(names.map((name, index) => [name, engines[index]])) as Parts<O>
  const against =
    failures.length > 0 ? failures : await check(parts).catch((failure: unknown) => [reasonOf(failure)])
  if (against.length === 0) return ok({ parts, close })
  await close()
  return err([...against])
}

/** The truth. */
export const eventStoreOf =
  ({ engines, logger }: Pick<Context, 'engines' | 'logger'>) =>
  () =>
    createEventStoreDb({ url: engines.eventStoreUrl, scavengedWithinDays: engines.scavengeDays, logger })

const TRIES = 2

/** A MongoDB that is busy electing or starting is asked again; one that refuses is not. */
const patiently = async <T>(connect: () => Promise<T>): Promise<T> => {
  for (let attempt = 1; ; attempt++) {
    try {
      return await connect()
    } catch (failure) {
      if (attempt === TRIES || !reasonOf(failure).includes('does not answer')) throw failure
    }
  }
}

/** Everything that MongoDB keeps. */
export const mongoOf =
  ({ engines, secretKey }: Pick<Context, 'engines' | 'secretKey'>) =>
  async () => {
    const mongo = await patiently(() => connectMongo({ url: engines.mongoUrl }))
    try {
      const vault = await createMongoVault({ mongo, secretKey })
      const readStore = await createMongoReadStore({ mongo })
      const blobs = await createMongoBlobs({ mongo })
      const counters = await createMongoCounters({ mongo })
      const close = async (): Promise<void> => {
        await readStore.close()
        await mongo.close()
      }
      return { vault, readStore, blobs, counters, close }
    } catch (failure) {
      await mongo.close()
      throw failure
    }
  }

/** Makes sure that brokers answer; the bus is opened when its topics are there. */
export const kafkaOf =
  ({ engines: { brokers }, logger }: Context) =>
  async () => {
    await reachKafka(createKafkaClient({ brokers, logger }), brokers)
    return { close: async () => {} }
  }

/** Everything of a service that knows the truth; refused where the store was put back behind what was made from it. */
export const openAll = (context: Context) =>
  openTogether(
    { eventStore: eventStoreOf(context), kafka: kafkaOf(context), mongo: mongoOf(context) },
    ({ eventStore, mongo }) => putBack(context, eventStore, mongo.readStore),
  )

/**
 * The bus, once the relay has made its topics. Rejects when one is not as it has to be, or the signal aborts.
 * `eventStore`: where its consumers get events that the log has no more.
 */
export const openBus = async (
  context: Context,
  signal: AbortSignal,
  eventStore?: EventStore,
): Promise<EventBus> => {
  const { engines, logger } = context
  const { brokers, kafkaPrefix: prefix } = engines
  await awaitTopics({ brokers, prefix, logger, signal })
  return createKafkaEventBus({ brokers, prefix, logger, ...(eventStore === undefined ? {} : { eventStore }) })
}
