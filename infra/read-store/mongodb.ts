import { type AnyBulkWriteOperation, type ClientSession, type Collection, MongoServerError } from 'mongodb'
import type { Mongo } from '../mongodb/connect.js'
import { inTransaction, isDuplicateKey } from '../mongodb/transaction.js'
import { filterOf, hasPrefixOf, type KeptDocument, pathOf, repeatedIn, sortOf } from './mongodb-filter.js'
import { createMongoOutbox, type WaitingEntry } from './mongodb-outbox.js'
import { createPollingWatch } from './mongodb-watch.js'
import { checkedName } from './names.js'
import type {
  Checkpoint,
  CollectionSpec,
  Commit,
  CommitResult,
  Doc,
  FindQuery,
  ReadStore,
  Search,
} from './read-store.js'
import { searchedTokens, tokensOf } from './tokens.js'

/** A read that takes longer is given up, in ms. */
const MAX_READ = 30_000
/** Number of documents up to which one call fetches them all: the round trip costs more than the work. */
const MAX_FETCHED = 20
const NAMESPACE_NOT_FOUND = 26
const NAMESPACE_EXISTS = 48

/** The known facts of a collection. `ensureCollection` writes the entry last, and `drop` removes it first. */
interface KnownCollection {
  readonly _id: string
  /** JSON */
  readonly search: string | null
}
interface Progress {
  readonly _id: string
  readonly storeId: string
  readonly position: string
}

const keyOf = (view: string, partition: number): string => `${partition} ${view}`
const docsOf = (rows: readonly { readonly doc: Doc }[]) => rows.map(({ doc }) => doc)
const tolerateCode = (code: number) => (failure: unknown) => {
  if (!(failure instanceof MongoServerError) || failure.code !== code) throw failure
}

/** The target of each document of each collection: null = gone. The last write of a commit counts. */
const outcomesOf = (
  { put, remove }: Pick<Commit, 'put' | 'remove'>,
  searches: ReadonlyMap<string, CollectionSpec['search']>,
): ReadonlyMap<string, ReadonlyMap<string, KeptDocument | null>> => {
  const outcomes = new Map([...searches.keys()].map((name) => [name, new Map<string, KeptDocument | null>()]))
  for (const { collection, doc } of put) {
    const search = searches.get(collection)
    const words = search === undefined ? {} : { words: tokensOf(search, doc) }
    outcomes.get(collection)?.set(doc.id, { _id: doc.id, doc, ...words })
  }
  for (const { collection, id } of remove) outcomes.get(collection)?.set(id, null)
  return outcomes
}

/** Makes the collections: a transaction has to find them made. */
const storeOf = async (mongo: Mongo) => {
  const { db } = mongo
  const outbox = await createMongoOutbox(db.collection<WaitingEntry>('outbox'))
  for (const name of ['collections', 'checkpoints', 'aliases']) {
    await db.createCollection(name).catch(tolerateCode(NAMESPACE_EXISTS))
  }
  return {
    ...{ mongo, db, outbox },
    collections: db.collection<KnownCollection>('collections'),
    checkpoints: db.collection<Progress>('checkpoints'),
    aliases: db.collection<{ _id: string; version: number }>('aliases'),
  }
}
type Store = Awaited<ReturnType<typeof storeOf>>

const docsCollection = ({ db }: Store, name: string): Collection<KeptDocument> =>
  db.collection<KeptDocument>(`docs.${checkedName(name)}`)

const searchesOf = async ({ collections }: Store, names: readonly string[], session?: ClientSession) => {
  if (names.length === 0) return new Map<string, CollectionSpec['search']>()
  const found = await collections.find({ _id: { $in: [...names] } }, { session }).toArray()
  const parsed = (text: string | null): CollectionSpec['search'] =>
    text === null ? undefined : JSON.parse(text)
  const searches = new Map(found.map(({ _id, search }) => [_id, parsed(search)]))
  for (const name of names) if (!searches.has(name)) throw new Error(`there is no collection ${name}`)
  return searches
}
/** MongoDB treats a missing collection as empty; this check tells readers the difference. */
const sureOf = async <T>(store: Store, name: string, result: T, isEmpty: boolean): Promise<T> => {
  if (isEmpty) await searchesOf(store, [name])
  return result
}

const readDocs = async <D extends Doc>(
  store: Store,
  { collection, sort, limit, skip = 0 }: Pick<FindQuery, 'collection' | 'sort' | 'limit' | 'skip'>,
  filter: ReturnType<typeof filterOf>,
): Promise<D[]> => {
  const rows = await docsCollection(store, collection)
    .find(filter, {
      projection: { _id: 0, doc: 1 },
      sort: sortOf(sort),
      limit,
      skip,
      batchSize: limit,
      maxTimeMS: MAX_READ,
    })
    .toArray()
  return sureOf(store, collection, docsOf(rows) as D[], rows.length === 0)
}

const ensureCollection = async (
  store: Store,
  { name, indexes, search }: CollectionSpec,
  toBeFilled: boolean,
) => {
  const { db, collections } = store
  const wanted = search === undefined ? null : JSON.stringify(search)
  const known = await collections.findOne({ _id: { $eq: checkedName(name) } })
  if (known !== null && known.search !== wanted) {
    throw new Error(`what ${name} is searched by changes only with a new version of it`)
  }
  const paths = [['companyId', 'id'], ...indexes].map((fields) => fields.map(pathOf))
  if (search !== undefined) paths.push([pathOf('companyId'), 'words'])
  const distinct = [...new Map(paths.map((fields) => [fields.join(), fields])).values()]
  await db.createCollection(`docs.${name}`).catch(tolerateCode(NAMESPACE_EXISTS))
  // Building an index over existing documents takes a fraction of the time of updating it with each write.
  if (!toBeFilled) {
    await docsCollection(store, name).createIndexes(
      distinct.map((fields) => ({ key: Object.fromEntries(fields.map((field) => [field, 1])) })),
    )
  }
  await collections.updateOne({ _id: { $eq: name } }, { $setOnInsert: { search: wanted } }, { upsert: true })
}

/** Advances the checkpoints; false if one differs from the loaded value. */
const advanceCheckpoints = async (
  { checkpoints }: Store,
  moves: Commit['checkpoints'],
  session: ClientSession,
): Promise<boolean> => {
  if (moves.length === 0) return true
  const inserts: AnyBulkWriteOperation<Progress>[] = []
  // Views nearly always move together: one statement for them takes a good deal less time than one for each.
  const together = new Map<string, { from: string; to: Checkpoint; keys: string[] }>()
  for (const { expected, next } of moves) {
    const { view, partition, storeId, position } = next
    const _id = keyOf(view, partition)
    const move = `${expected} ${position} ${storeId}`
    const found = together.get(move)
    if (expected === null) inserts.push({ insertOne: { document: { _id, storeId, position } } })
    else if (found === undefined) together.set(move, { from: expected, to: next, keys: [_id] })
    else found.keys.push(_id)
  }
  const updates = [...together.values()].map(({ from, to: { storeId, position }, keys }) => ({
    // The count makes the write a change even for an equal position. So two concurrent writes always conflict.
    updateMany: {
      filter: { _id: { $in: keys }, position: { $eq: from } },
      update: { $set: { storeId, position }, $inc: { commits: 1 } },
    },
  }))
  try {
    const { insertedCount, matchedCount } = await checkpoints.bulkWrite([...inserts, ...updates], {
      session,
    })
    return insertedCount + matchedCount === moves.length
  } catch (failure) {
    if (isDuplicateKey(failure)) return false
    throw failure
  }
}

const writeDocs = async (
  into: Collection<KeptDocument>,
  outcomes: ReadonlyMap<string, KeptDocument | null>,
  session: ClientSession,
): Promise<void> => {
  if (outcomes.size <= MAX_FETCHED) {
    const operations = [...outcomes].map(([id, kept]) => {
      const filter = { _id: { $eq: id } }
      return kept === null
        ? { deleteOne: { filter } }
        : { replaceOne: { filter, replacement: kept, upsert: true } }
    })
    await into.bulkWrite(operations, { session, ordered: false })
    return
  }
  // Within a transaction this takes MongoDB about half the time of as many replacements.
  await into.deleteMany({ _id: { $in: [...outcomes.keys()] } }, { session })
  const kept = [...outcomes.values()].filter((one) => one !== null)
  if (kept.length > 0) await into.insertMany(kept, { session, ordered: false })
}

const commitBatch = async (store: Store, batch: Commit): Promise<CommitResult> => {
  const { mongo, outbox } = store
  let published: readonly WaitingEntry[] = []
  let result: CommitResult | null = null
  try {
    result = await inTransaction<'conflict'>(mongo, async (session) => {
      const names = new Set([...batch.put, ...batch.remove].map(({ collection }) => checkedName(collection)))
      const searches = await searchesOf(store, [...names], session)
      if (!(await advanceCheckpoints(store, batch.checkpoints, session))) return 'conflict'
      for (const [name, outcomes] of outcomesOf(batch, searches)) {
        await writeDocs(docsCollection(store, name), outcomes, session)
      }
      published = await outbox.add(batch.outbox ?? [], session)
      return 'committed'
    })
    return result
  } finally {
    outbox.settled(published, result)
  }
}

/**
 * The read models in MongoDB: a collection `docs.<name>` for each of ours, beside `checkpoints`, `outbox`, `aliases`
 * and `collections`. Every operation rejects soon while MongoDB is away, and works again after its return.
 */
export const createMongoReadStore = async (deps: { readonly mongo: Mongo }): Promise<ReadStore> => {
  const store = await storeOf(deps.mongo)
  const { collections, checkpoints, outbox, aliases } = store
  const watch = createPollingWatch({
    keyOf,
    load: async (keys) => {
      const found = await checkpoints.find({ _id: { $in: [...keys] } }).toArray()
      return new Map(found.map(({ _id, position }) => [_id, position]))
    },
  })

  return {
    ensure: async (specs, { toBeFilled = false } = {}) => {
      for (const spec of specs) await ensureCollection(store, spec, toBeFilled)
    },
    drop: async (name) => {
      await collections.deleteOne({ _id: { $eq: checkedName(name) } })
      await docsCollection(store, name).drop().catch(tolerateCode(NAMESPACE_NOT_FOUND))
    },

    getMany: async <D extends Doc>(collection: string, ids: readonly string[]) => {
      if (ids.length === 0) return new Map<string, D>()
      const rows = await docsCollection(store, collection)
        .find(
          { _id: { $in: [...ids] } },
          { projection: { _id: 0, doc: 1 }, batchSize: ids.length + 1, maxTimeMS: MAX_READ },
        )
        .toArray()
      const found = new Map(rows.map(({ doc }) => [doc.id, doc as D]))
      return sureOf(store, collection, found, rows.length === 0)
    },
    find: async <D extends Doc>(query: FindQuery) => readDocs<D>(store, query, filterOf(query.where, query)),
    count: async ({ collection, where, cap }) => {
      const options = { limit: cap, maxTimeMS: MAX_READ }
      const counted = await docsCollection(store, collection).countDocuments(filterOf(where), options)
      return sureOf(store, collection, counted, counted === 0)
    },
    search: async <D extends Doc>(query: Search) => {
      const words = searchedTokens(query.text, query.inNumbers)
      if (words.length === 0) return []
      const inCompany = filterOf({ companyId: query.companyId })
      const filter = filterOf(query.where ?? {}, query, [inCompany, ...words.map(hasPrefixOf)])
      return readDocs<D>(store, query, filter)
    },
    repeated: async ({ collection, companyId, field, lacking, after = '', limit }) => {
      const stages = repeatedIn(companyId, field, lacking, after, limit)
      const found = docsCollection(store, collection).aggregate<{ _id: string }>(stages, {
        maxTimeMS: MAX_READ,
      })
      const values = (await found.toArray()).map(({ _id }) => _id)
      return sureOf(store, collection, values, values.length === 0)
    },
    scan: async <D extends Doc>(
      collection: string,
      { companyId, after = '', limit }: { companyId?: number; after?: string; limit: number },
    ) => {
      const where = { ...(companyId === undefined ? {} : { companyId }), id: { gt: after } }
      return readDocs<D>(store, { collection, sort: [['id', 1]], limit }, filterOf(where))
    },

    checkpoint: async (view, partition): Promise<Checkpoint | null> => {
      const found = await checkpoints.findOne({ _id: { $eq: keyOf(view, partition) } })
      return found && { view, partition, storeId: found.storeId, position: found.position }
    },
    checkpoints: async (views, partitions) => {
      const keys = new Map(
        views.flatMap((view) => partitions.map((partition) => [keyOf(view, partition), { view, partition }])),
      )
      const found = await checkpoints.find({ _id: { $in: [...keys.keys()] } }).toArray()
      return found.flatMap(({ _id, storeId, position }) => {
        const key = keys.get(_id)
        return key === undefined ? [] : [{ ...key, storeId, position }]
      })
    },
    commit: (batch) => commitBatch(store, batch),
    awaitCheckpoint: watch.wait,

    takeOutbox: outbox.take,
    aliases: async (views) => {
      const found = await aliases.find({ _id: { $in: [...views] } }).toArray()
      return new Map(found.map(({ _id, version }) => [_id, version]))
    },
    setAlias: async (view, version) =>
      void (await aliases.updateOne({ _id: { $eq: view } }, { $set: { version } }, { upsert: true })),
    close: async () => watch.close(),
  }
}
