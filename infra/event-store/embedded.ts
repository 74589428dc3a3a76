import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { type NewEvent, type StoredEvent, toPosition } from '@guiche/contracts/envelope.js'
import { err, ok, type Result } from '@guiche/contracts/result.js'
import { isInternalStream } from '@guiche/contracts/streams.js'
import type { Logger } from 'pino'
import { type Database, openDatabase, type Value } from '../sqlite/database.mjs'
import { type Calls, startWorker, type WorkerOptions } from '../sqlite/worker.js'
import { type Codec, createCodec, type EncodedEvent, isPlain } from './codec.js'
import type { AppendError, AppendedEvents, EventStore } from './event-store.js'
import { ROW_COLUMNS, runQuery, toRow } from './rows.js'
import { createTail, type Tail, type TailEntry } from './tail.js'

const WRITER_SCRIPT = new URL('./writer.mjs', import.meta.url)

type WriterRequest =
  | { readonly stream: string; readonly expected: number | 'none' | 'any'; readonly events: EncodedEvent[] }
  | { readonly remove: string }
type WriterReply =
  | { readonly removed: true }
  | { readonly error: 'removed' | 'used' }
  | { readonly error: 'conflict'; readonly actual: number | 'none' }
  | { readonly revision: number; readonly position: number; readonly fresh: boolean }

const statementsOf = (db: Database) => ({
  forwards: db.prepare(
    `SELECT ${ROW_COLUMNS} FROM events WHERE stream = ? AND revision >= ? AND type <> '' ORDER BY revision LIMIT ?`,
  ),
  backwards: db.prepare(
    `SELECT ${ROW_COLUMNS} FROM events WHERE stream = ? AND revision <= ? AND type <> '' ORDER BY revision DESC LIMIT ?`,
  ),
  emptied: db.prepare("SELECT 1 FROM events WHERE stream = ? AND revision = 0 AND type = ''"),
  behind: db.prepare(
    `SELECT ${ROW_COLUMNS} FROM events WHERE position > ? AND type <> '' ORDER BY position LIMIT ?`,
  ),
  newest: db.prepare("SELECT position FROM events WHERE type <> '' ORDER BY position DESC LIMIT 1"),
  sequence: db.prepare("SELECT seq FROM sqlite_sequence WHERE name = 'events'"),
  before: db.prepare(
    `SELECT ${ROW_COLUMNS} FROM events WHERE position < ? AND type <> '' ORDER BY position DESC LIMIT 20`,
  ),
})

interface Store {
  readonly codec: Codec
  readonly writer: Calls<WriterRequest, WriterReply>
  readonly tail: Tail<StoredEvent>
  readonly logger: Logger | undefined
}

/** Events for followers: read back from the stored form, so that they share no object with the appender. */
const tailEntry = (codec: Codec, stream: string, revision: number, position: number, event: EncodedEvent) => {
  let value: StoredEvent | undefined
  const entry: TailEntry<StoredEvent> = {
    position,
    group: stream,
    size: event.body.length,
    value: () => {
      value ??= codec.decode({ ...event, stream, revision, position })
      return value
    },
  }
  return entry
}

/** Replies come in the order of the commits, so the tail grows in the order of positions. */
const takeReply = (
  { codec, tail }: Store,
  stream: string,
  events: readonly EncodedEvent[],
  reply: WriterReply,
): Result<AppendedEvents, AppendError> => {
  if ('error' in reply) {
    if (reply.error === 'conflict') return err({ kind: 'conflict', actual: reply.actual })
    if (reply.error === 'removed') return err({ kind: 'removed' })
    return err({ kind: 'invalid', type: events[0]?.type ?? '', message: 'its id was used before' })
  }
  if (!('revision' in reply)) return err({ kind: 'unavailable', message: 'an answer of another kind' })
  const { revision, position, fresh } = reply
  if (fresh) {
    const first = events.length - 1
    tail.push(
      events.map((event, index) =>
        tailEntry(codec, stream, revision - first + index, position - first + index, event),
      ),
    )
  }
  return ok({ revision, position: toPosition(position), repeated: !fresh })
}

const appendEvents = async (
  store: Store,
  stream: string,
  expected: number | 'none' | 'any',
  events: readonly NewEvent[],
): Promise<Result<AppendedEvents, AppendError>> => {
  if (events.length === 0) return err({ kind: 'invalid', type: '', message: 'there are no events' })
  if (!isPlain(stream)) return err({ kind: 'invalid', type: '', message: 'the stream has no usable name' })
  const encoded: EncodedEvent[] = []
  for (const event of events) {
    const one = store.codec.encode(event)
    if (!one.ok) return one
    encoded.push(one.value)
  }
  const request = { stream, expected, events: encoded }
  try {
    return await store.writer.call(request, (reply) => takeReply(store, stream, encoded, reply))
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error)
    const about = { stream, reason: message, correlationId: events[0]?.correlationId }
    store.logger?.error(about, 'an append failed')
    return err({ kind: 'unavailable', message })
  }
}

/**
 * The event store in `dir`/events.db: one writer in a worker thread that commits in groups, short reads here.
 * Rejects when the file cannot be opened. `onDeath`: the writer has crashed, and all further appends fail.
 */
export const createEmbeddedEventStore = async (
  deps: {
    readonly dir: string
    readonly logger?: Logger
    readonly codec?: Codec
  } & WorkerOptions,
): Promise<EventStore> => {
  const { dir, logger, codec = createCodec() } = deps
  mkdirSync(dir, { recursive: true })
  const file = join(dir, 'events.db')
  const writer = await startWorker<WriterRequest, WriterReply>(WRITER_SCRIPT, { file }, deps)
  const db = openDatabase(file, { readOnly: true })
  const decode = (row: Value[]): StoredEvent => codec.decode(toRow(row))
  const { forwards, backwards, emptied, behind, newest, sequence, before } = statementsOf(db)
  const headNow = (): number => (newest.get([])?.[0] as number | undefined) ?? 0
  const tail = createTail<StoredEvent>({
    head: headNow(),
    load: (after, limit) =>
      runQuery(() => behind.all([after, limit])).map((row) => ({
        position: row[0] as number,
        value: decode(row),
      })),
  })
  const store: Store = { codec, writer, tail, logger }
  return {
    storeId: String(db.prepare("SELECT value FROM meta WHERE key = 'storeId'").get([])?.[0]),
    append: (stream, expected, events) => appendEvents(store, stream, expected, events),
    read: async (stream, { from, direction = 'forwards', limit = -1 } = {}) =>
      runQuery(() =>
        direction === 'forwards'
          ? forwards.all([stream, from ?? 0, limit])
          : backwards.all([stream, from ?? Number.MAX_SAFE_INTEGER, limit]),
      ).map(decode),
    subscribeAll: async function* ({ after, signal, batchSize = 500 }) {
      for await (const rows of tail.follow({ after: Number(after), batchSize, signal })) {
        yield rows.map(({ value }) => value)
      }
    },
    head: async () => toPosition(headNow()),
    end: async () => toPosition((sequence.get([])?.[0] as number | undefined) ?? 0),
    // The bus has one partition.
    lastPublished: async () => {
      for (let position = Number.MAX_SAFE_INTEGER; ; ) {
        const rows = before.all([position])
        const last = rows.at(-1)
        if (last === undefined) return null
        const found = rows.find(([, stream]) => !isInternalStream(stream as string))
        if (found !== undefined) {
          const { position, companyId } = decode(found)
          return { position, companyId }
        }
        position = last[0] as number
      }
    },
    isRemoved: async (stream) => emptied.get([stream]) !== undefined,
    remove: async (stream) => {
      await writer.call({ remove: stream })
      tail.forget(stream)
    },
    scrub: () => writer.scrub(),
    close: async () => {
      tail.close()
      await writer.close()
      db.close()
    },
  }
}
