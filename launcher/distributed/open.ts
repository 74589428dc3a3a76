import { err, ok, type Result } from '@guiche/contracts/result.js'
import { createMongoBlobs } from '@guiche/infra/blobs/mongodb.js'
import { createMongoCounters } from '@guiche/infra/counters/mongodb.js'
import type { EventBus } from '@guiche/infra/event-bus/event-bus.js'
import { awaitTopics } from '@guiche/infra/event-bus/kafka/await-topics.js'
import { createKafkaEventBus } from '@guiche/infra/event-bus/kafka/bus.js'
import { createKafkaClient, reachKafka } from '@guiche/infra/event-bus/kafka/client.js'
import type { EventStore } from '@guiche/infra/event-store/event-store.js'
import { createEventStoreDb } from '@guiche/infra/event-store/eventstoredb.js'
import { connectMongo, type Mongo } from '@guiche/infra/mongodb/connect.js'
import { createMongoReadStore } from '@guiche/infra/read-store/mongodb.js'
import type { ReadStore } from '@guiche/infra/read-store/read-store.js'
import { reasonOf } from '@guiche/infra/sqlite/worker.js'
import { createMongoVault } from '@guiche/infra/vault/mongodb.js'
import { within } from '@guiche/infra/within.js'
import { rollbackFaults } from './rollback.js'
import { type Context, eventPartition, type OpenedService } from './service.js'

/** Timeout of an engine when a service starts, in ms. */
const OPEN_WITHIN = 15_000

interface Engine {
  close(): Promise<void>
}
type Openers = Readonly<Record<string, () => Promise<Engine>>>
type OpenedParts<O extends Openers> = { readonly [N in keyof O]: Awaited<ReturnType<O[N]>> }

/** Opens an engine, or rejects after a timeout; an engine that opens later is closed. */
const inTime = async (name: string, open: () => Promise<Engine>): Promise<Engine> => {
  const opening = open()
  const engine = await within(opening, OPEN_WITHIN, null)
  if (engine !== null) return engine
  opening.then((late) => late.close()).catch(() => undefined)
  throw new Error(`${name} did not answer within ${OPEN_WITHIN / 1000} s`)
}

/** Opens engines in parallel, all or none. An error is one sentence for each unusable engine, or that of `check`. */
export const openTogether = async <O extends Openers>(
  openers: O,
  check: (parts: OpenedParts<O>) => Promise<readonly string[]> = async () => [],
): Promise<Result<{ readonly parts: OpenedParts<O>; close(): Promise<void> }, string[]>> => {
  const names = Object.keys(openers)
  const opened = await Promise.allSettled(Object.entries(openers).map(([name, open]) => inTime(name, open)))
  const engines = opened.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []))
  const close = async (): Promise<void> => void (await Promise.allSettled(engines.map((one) => one.close())))
  const failures = opened.flatMap((one) => (one.status === 'rejected' ? [reasonOf(one.reason)] : []))
  const parts = Object.fromEntries(names.map((name, index) => [name, engines[index]])) as OpenedParts<O>
  const against =
    failures.length > 0 ? failures : await check(parts).catch((failure: unknown) => [reasonOf(failure)])
  if (against.length === 0) return ok({ parts, close })
  await close()
  return err([...against])
}

export const eventStoreOf =
  ({ engines, logger }: Pick<Context, 'engines' | 'logger'>) =>
  () =>
    createEventStoreDb({
      ...{ url: engines.eventStoreUrl, scavengedWithinDays: engines.scavengeDays, logger },
      partitionOf: eventPartition,
    })

/** A MongoDB that is busy electing or starting is asked once more; one that refuses is not. */
const openMongo = (url: string): Promise<Mongo> =>
  connectMongo({ url }).catch((failure: unknown) => {
    if (!reasonOf(failure).includes('does not answer')) throw failure
    return connectMongo({ url })
  })

export const mongoOf =
  ({ engines, secretKey }: Pick<Context, 'engines' | 'secretKey'>) =>
  async () => {
    const mongo = await openMongo(engines.mongoUrl)
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

/** Longest wait of a close for brokers that do not answer, in ms. */
const CLOSE_WITHIN = 2000

/** Checks that brokers answer, and gives their health probe; the bus opens later, once its topics exist. */
export const kafkaOf =
  ({ engines: { brokers }, logger }: Context) =>
  async () => {
    const kafka = createKafkaClient({ brokers, logger })
    await reachKafka(kafka, brokers)
    const admin = kafka.admin()
    await admin.connect()
    return {
      reach: async () => void (await admin.describeCluster()),
      close: () => within(admin.disconnect(), CLOSE_WITHIN, undefined),
    }
  }

/** Health probes of a service's engines; `mongo` or `eventStore` only if the service uses them. */
export const probesOf = (parts: {
  readonly kafka: { reach(): Promise<void> }
  readonly mongo?: { readonly readStore: Pick<ReadStore, 'checkpoint'> }
  readonly eventStore?: Pick<EventStore, 'lastPublished'>
}): OpenedService['probes'] => {
  const { kafka, mongo, eventStore } = parts
  return {
    ...(eventStore && { 'event-store': () => eventStore.lastPublished() }),
    'event-bus': kafka.reach,
    ...(mongo && { 'read-store': () => mongo.readStore.checkpoint('companies@1', 0) }),
  }
}

/** Opens all parts of a service that uses the event store. Refuses a store that was rolled back behind its views. */
export const openAll = (context: Context) =>
  openTogether(
    { eventStore: eventStoreOf(context), kafka: kafkaOf(context), mongo: mongoOf(context) },
    ({ eventStore, mongo }) => rollbackFaults(context, eventStore, mongo.readStore),
  )

/**
 * Opens the bus after the relay has made its topics. Rejects for a topic with wrong settings, or when the signal
 * aborts. `eventStore`: source of events that the log no longer has.
 */
export const openBus = async (
  context: Context,
  signal: AbortSignal,
  eventStore?: EventStore,
): Promise<EventBus> => {
  const { engines, logger } = context
  const { brokers, kafkaPrefix: prefix } = engines
  await awaitTopics({ brokers, prefix, logger, signal })
  return createKafkaEventBus({
    ...{ brokers, prefix, logger, stopping: signal },
    ...(eventStore === undefined ? {} : { eventStore }),
  })
}
