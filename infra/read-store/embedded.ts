import { closeSync, existsSync, mkdirSync, openSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import type { MessagePort } from 'node:worker_threads'
import type { Parameter, Value } from '../sqlite/database.mjs'
import { type Calls, callsOver, reasonOf, startWorker, type WorkerOptions } from '../sqlite/worker.js'
import { columnsOf } from './conditions.js'
import { columnFields } from './fields.js'
import { createFinder } from './finder.js'
import { checkedName } from './names.js'
import type { Checkpoint, CollectionSpec, Commit, CommitResult, Doc, ReadStore } from './read-store.js'
import { createReader, type Reader, type ReaderOptions } from './reader.js'
import { createShapes } from './shapes.js'
import { createCheckpointWatch, type Watch } from './watch.js'

const WRITER_SCRIPT = new URL('./writer.mjs', import.meta.url)
/** Ids that are looked up on this thread; more go to the worker. */
const FEW_IDS = 500

interface WriterRequest {
  readonly what: 'commit' | 'ensure' | 'dropSome' | 'dropAll' | 'forget' | 'alias'
  readonly with: unknown
}

export interface EmbeddedReadStore extends ReadStore {
  /**
   * Compares every checkpoint with the event store. All data is dropped for a rebuild if a checkpoint is of another
   * store or lies beyond `end`, the highest position ever given. `empty`: there are no checkpoints to compare.
   */
  verifyAgainst(store: {
    readonly storeId: string
    readonly end: string
  }): Promise<'kept' | 'dropped' | 'empty'>
  /** A way to this store's writer: with it another thread opens the same store. */
  connect(): MessagePort
}

/** Errors of SQLite for a file that is damaged or not a database. */
const DAMAGE_ERROR = /SQLITE_(NOTADB|CORRUPT|IOERR_SHORT_READ)|malformed|not a database/i

/** The file exists when damage was found: the database is deleted at the next start. */
const markOf = (file: string): string => `${file}.damaged`

const dropFile = (file: string): void => {
  for (const end of ['', '-wal', '-shm', '-journal', '.damaged']) rmSync(`${file}${end}`, { force: true })
}

/**
 * The read models in `dir`/read.db: JSON documents with indexes on their fields. Data lost in a power failure, and a
 * damaged file, are rebuilt from the events. A damaged file is dropped when it cannot be opened, or at the next start.
 * Rejects if the file cannot be opened. `onDeath`: a thread ended by itself, or the file is damaged; the store is then
 * unusable.
 */
export const createEmbeddedReadStore = async (
  deps: { readonly dir: string } & WorkerOptions,
): Promise<EmbeddedReadStore> => {
  const { dir } = deps
  mkdirSync(dir, { recursive: true })
  const file = join(dir, 'read.db')
  if (existsSync(markOf(file))) dropFile(file)
  const startWriter = () => startWorker<WriterRequest, unknown>(WRITER_SCRIPT, { file }, deps)
  const writer = await startWriter().catch((failure: unknown) => {
    if (!DAMAGE_ERROR.test(reasonOf(failure))) throw failure
    dropFile(file)
    return startWriter()
  })
  const store = await openStore(file, writer, { ...deps, ownWorker: true })
  return { ...store, scrub: writer.scrub, connect: writer.connect }
}

/** The store that is open in another thread, through a port that its `connect` gave. Reads and writes on this one. */
export const joinEmbeddedReadStore = (dir: string, port: MessagePort): Promise<ReadStore> =>
  openStore(join(dir, 'read.db'), callsOver(port), { ownWorker: false })

interface Store {
  readonly reader: Reader
  readonly shapes: ReturnType<typeof createShapes>
  readonly watch: Watch
  readonly write: (request: WriterRequest) => Promise<unknown>
  /** Clears the cached shapes of the collections. */
  readonly changed: () => void
}

const parseDocs = <D extends Doc>(bodies: readonly string[]): D[] =>
  bodies.map((body) => JSON.parse(body) as D)

const readRow = (reader: Reader, sql: string, ...parameters: Parameter[]): Value[] | undefined =>
  reader.now({ sql, parameters })[0]

const checkpointOf = (reader: Reader, view: string, partition: number): Checkpoint | null => {
  const sql = 'SELECT store_id, position FROM checkpoints WHERE view = ? AND part = ?'
  const found = readRow(reader, sql, view, partition)
  return found === undefined
    ? null
    : { view, partition, storeId: String(found[0]), position: String(found[1]) }
}

/** A collection as the writer takes it. */
const specOf = ({ name, indexes, search }: CollectionSpec) => {
  const fields = columnFields(indexes)
  const column = columnsOf(fields)
  return {
    name: checkedName(name),
    search: search === undefined ? null : JSON.stringify(search),
    fields,
    indexes: indexes.map((index) => ({ fields: index.join(','), columns: index.map(column).join(', ') })),
  }
}

const commitBatch = async ({ shapes, watch, write }: Store, batch: Commit): Promise<CommitResult> => {
  const { checkpoints, put, remove, outbox = [] } = batch
  const result = await write({
    what: 'commit',
    with: {
      checkpoints: checkpoints.map(({ expected, next }) => ({ expected, ...next })),
      puts: put.map(({ collection, doc }) => shapes.rowOf(checkedName(collection), doc)),
      removes: remove,
      outbox: outbox.map(({ key, value }) => ({ key, value: JSON.stringify(value) })),
    },
  })
  if (result === 'committed') {
    for (const { next } of checkpoints) watch.advanced(next.view, next.partition, next.position)
  }
  return result as CommitResult
}

const verifyAgainst = async (
  { reader, watch, write, changed }: Store,
  { storeId, end }: Parameters<EmbeddedReadStore['verifyAgainst']>[0],
): Promise<'kept' | 'dropped' | 'empty'> => {
  const sql = 'SELECT 1 FROM checkpoints WHERE store_id <> ? OR position > ? LIMIT 1'
  const foreign = readRow(reader, sql, storeId, end.padStart(20, '0'))
  if (foreign === undefined) return readRow(reader, 'SELECT 1 FROM checkpoints LIMIT 1') ? 'kept' : 'empty'
  await write({ what: 'dropAll', with: null })
  watch.clear()
  changed()
  return 'dropped'
}

const openStore = async (
  file: string,
  writer: Calls<WriterRequest, unknown>,
  options: Omit<ReaderOptions, 'failed'>,
): Promise<Omit<EmbeddedReadStore, 'connect'>> => {
  const failed = (failure: unknown): never => {
    if (DAMAGE_ERROR.test(reasonOf(failure)) && !existsSync(markOf(file))) {
      closeSync(openSync(markOf(file), 'w'))
      options.onDeath?.(new Error('read.db is damaged; it is built anew at the next start'))
    }
    throw failure
  }
  const write = (request: WriterRequest): Promise<unknown> => writer.call(request).catch(failed)
  const reader = await createReader(file, { ...options, failed })
  const shapes = createShapes(reader.now)
  const finder = createFinder(reader, (collection) => shapes.of(collection)?.columns ?? columnsOf([]))

  const watch = createCheckpointWatch(
    (view, partition) => checkpointOf(reader, view, partition)?.position ?? null,
  )
  const changed = () => {
    reader.forget()
    shapes.forget()
  }
  const store: Store = { reader, shapes, watch, write, changed }

  return {
    ensure: async (collections, { unread = false } = {}) => {
      await write({ what: 'ensure', with: { specs: collections.map(specOf), unread } })
      changed()
    },
    drop: async (collection) => {
      // A transaction each, so that other writers have their turns.
      while ((await write({ what: 'dropSome', with: checkedName(collection) })) === false);
      changed()
    },

    getMany: async <D extends Doc>(collection: string, ids: readonly string[]) => {
      if (ids.length === 0) return new Map<string, D>()
      const query = {
        sql: `SELECT id, body FROM "docs:${checkedName(collection)}" WHERE id IN (SELECT value FROM json_each(?))`,
        parameters: [JSON.stringify(ids)],
      }
      const rows = ids.length <= FEW_IDS ? reader.now(query) : ((await reader.inWorker(0, [query]))[0] ?? [])
      return new Map(rows.map(([id, body]) => [String(id), JSON.parse(String(body)) as D]))
    },
    find: async <D extends Doc>(query: Parameters<ReadStore['find']>[0]) =>
      parseDocs<D>(await finder.find({ ...query, collection: checkedName(query.collection) })),
    count: async ({ collection, where, cap }) => finder.count(checkedName(collection), where, cap),
    search: async <D extends Doc>(query: Parameters<ReadStore['search']>[0]) =>
      parseDocs<D>(await finder.search({ ...query, collection: checkedName(query.collection) })),
    repeated: (query) => finder.repeated({ ...query, collection: checkedName(query.collection) }),
    scan: async <D extends Doc>(
      collection: string,
      { companyId, after = '', limit }: { companyId?: number; after?: string; limit: number },
    ) => {
      const inCompany = companyId === undefined ? '' : 'company_id = ? AND'
      const [rows = []] = await reader.inWorker(companyId ?? 0, [
        {
          sql: `SELECT body FROM "docs:${checkedName(collection)}" WHERE ${inCompany} id > ? ORDER BY id LIMIT ?`,
          parameters: companyId === undefined ? [after, limit] : [companyId, after, limit],
        },
      ])
      return parseDocs<D>(rows.map(([body]) => String(body)))
    },

    checkpoint: async (view, partition) => checkpointOf(reader, view, partition),
    checkpoints: async (views, partitions) =>
      reader
        .now({
          sql: `SELECT view, part, store_id, position FROM checkpoints
            WHERE view IN (SELECT value FROM json_each(?)) AND part IN (SELECT value FROM json_each(?))`,
          parameters: [JSON.stringify(views), JSON.stringify(partitions)],
        })
        .map(([view, partition, storeId, position]) => ({
          view: String(view),
          partition: Number(partition),
          storeId: String(storeId),
          position: String(position),
        })),
    commit: (batch) => commitBatch(store, batch),
    awaitCheckpoint: watch.wait,

    takeOutbox: async (limit) => {
      const rows = reader.now({
        sql: 'SELECT id, key, value FROM outbox ORDER BY id LIMIT ?',
        parameters: [limit],
      })
      const last = rows.at(-1)
      return {
        entries: rows.map(([, key, value]) => ({ key: key as number, value: JSON.parse(String(value)) })),
        done: async () => {
          if (last !== undefined) await write({ what: 'forget', with: last[0] })
        },
      }
    },
    aliases: async (views) => {
      const rows = reader.now({
        sql: 'SELECT view, version FROM aliases WHERE view IN (SELECT value FROM json_each(?))',
        parameters: [JSON.stringify(views)],
      })
      return new Map(rows.map(([view, version]) => [String(view), Number(version)]))
    },
    setAlias: async (view, version) => void (await write({ what: 'alias', with: { view, version } })),

    verifyAgainst: (events) => verifyAgainst(store, events),
    close: async () => {
      watch.close()
      await writer.close()
      await reader.close()
    },
  }
}
