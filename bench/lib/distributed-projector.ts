import { setTimeout as sleep } from 'node:timers/promises'
import { TOPICS } from '@guiche/contracts/bus/topics.js'
import { createEmbeddedEventBus } from '@guiche/infra/event-bus/embedded.js'
import { partitionsOf } from '@guiche/infra/event-bus/kafka/topics.js'
import { createEmbeddedEventStore } from '@guiche/infra/event-store/embedded.js'
import { createLogger } from '@guiche/infra/log/log.js'
import { createMongoReadStore } from '@guiche/infra/read-store/mongodb.js'
import type { Commit, ReadStore } from '@guiche/infra/read-store/read-store.js'
import { createViewNames } from '@guiche/infra/read-store/views.js'
import { createDocuments } from '@guiche/infra/records/documents.js'
import type { MongoForTests } from '@guiche/infra/testing/mongodb.js'
import { eventPartition } from '@guiche/launcher/distributed/service.js'
import { createProjector, type Projector } from '@guiche/projector/projector.js'
import type { AnyBulkWriteOperation, Document } from 'mongodb'
import type { Plan } from './plan.js'
import { DISTRIBUTED, MILLION_EVENTS } from './plans.js'
import type { Bench } from './scenario.js'
import { keptData } from './seed.js'
import { nowMs, quantile } from './stats.js'

const READ_EVERY_MS = 50
const logger = createLogger({ level: 'warn', pretty: false, name: 'bench' })

/** Writes the same documents in the same batches with bulkWrite alone. Gives the number of documents and the milliseconds. */
const writeRaw = async (mongo: MongoForTests, commits: readonly Commit['put'][]) => {
  const { db, close } = await mongo.fresh()
  let documents = 0
  let ms = 0
  for (const put of commits) {
    const perCollection = new Map<string, AnyBulkWriteOperation<Document>[]>()
    for (const { collection, doc } of put) {
      const found = perCollection.get(collection) ?? []
      const { id: _id, ...rest } = doc
      found.push({ replaceOne: { filter: { _id } as Document, replacement: rest, upsert: true } })
      perCollection.set(collection, found)
    }
    documents += put.length
    const began = nowMs()
    for (const [collection, operations] of perCollection) {
      await db.collection(collection).bulkWrite(operations, { ordered: false })
    }
    ms += nowMs() - began
  }
  await close()
  return { documents, ms }
}

const projectorOn = async (
  bench: Bench,
  plan: Plan,
  readStore: ReadStore,
): Promise<{ projector: Projector; published: number }> => {
  const { dataDir, published } = await keptData(plan)
  const eventStore = await createEmbeddedEventStore({ dir: dataDir })
  bench.after(() => eventStore.close())
  const eventBus = await createEmbeddedEventBus({ eventStore, dir: dataDir, logger })
  bench.after(() => eventBus.close())
  const partitions = { all: partitionsOf(TOPICS.events), of: eventPartition }
  const projector = createProjector({ eventStore, eventBus, readStore, logger, partitions, shared: true })
  return { projector, published }
}

const freshStore = async ({ after }: Bench, mongo: MongoForTests): Promise<ReadStore> => {
  const target = await mongo.fresh()
  after(() => target.close())
  return createMongoReadStore({ mongo: target })
}

/**
 * Folds all views into MongoDB, compared with bulkWrite of the same documents in the same batches. Gives the built store, so
 * that a later measurement can read it.
 */
export const measureProjector = async (bench: Bench, mongo: MongoForTests): Promise<ReadStore> => {
  const readStore = await freshStore(bench, mongo)
  const commits: Commit['put'][] = []
  const recording: ReadStore = {
    ...readStore,
    commit: (batch) => {
      commits.push(batch.put)
      return readStore.commit(batch)
    },
  }
  const { projector, published } = await projectorOn(bench, DISTRIBUTED, recording)
  const began = nowMs()
  await projector.prepare()
  const took = nowMs() - began
  const raw = await writeRaw(mongo, commits)
  bench.log(`${raw.documents} documents of ${published} events in ${(took / 1000).toFixed(1)} s`)
  bench.report({
    scenario: `projector on MongoDB, ${published} events of the embedded store`,
    value: (raw.documents * 1000) / took,
    unit: 'documents/s',
    raw: (raw.documents * 1000) / raw.ms,
    ratioGoal: { atLeast: 0.4 },
  })
  return readStore
}

/** Folds a million events into MongoDB while the views of another store are read. */
export const measureMillion = async (bench: Bench, mongo: MongoForTests, read: ReadStore): Promise<void> => {
  const { projector, published } = await projectorOn(bench, MILLION_EVENTS, await freshStore(bench, mongo))
  const documents = createDocuments(read, createViewNames(read))
  const ended = new AbortController()
  const times: number[] = []
  const reading = async (): Promise<void> => {
    while (!ended.signal.aborted) {
      const began = nowMs()
      const where = { companyId: 1, status: 'open' }
      await documents.find('tickets', {
        where,
        sort: [
          ['updatedAt', -1],
          ['id', -1],
        ],
        limit: 40,
      })
      times.push(nowMs() - began)
      await sleep(READ_EVERY_MS)
    }
  }
  const began = nowMs()
  const readers = reading()
  await projector.prepare().finally(() => ended.abort())
  const took = (nowMs() - began) / 1000
  await readers
  const name = `rebuild into MongoDB, ${published} events of the embedded store`
  bench.report({ scenario: name, value: took, unit: 's', goal: { below: 360 } })
  bench.report({
    scenario: `${name}: p99 of ${times.length} reads beside it`,
    value: quantile(times, 0.99),
    unit: 'ms',
  })
}
