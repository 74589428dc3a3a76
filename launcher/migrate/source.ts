import { existsSync } from 'node:fs'
import { readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { PROCESS_GROUPS, TOPICS } from '@guiche/contracts/bus/topics.js'
import { err, ok, type Result } from '@guiche/contracts/result.js'
import type { Blobs } from '@guiche/infra/blobs/blobs.js'
import { createEmbeddedBlobs } from '@guiche/infra/blobs/embedded.js'
import { isBlobId } from '@guiche/infra/blobs/ids.js'
import { createEmbeddedEventStore } from '@guiche/infra/event-store/embedded.js'
import type { EventStore } from '@guiche/infra/event-store/event-store.js'
import { lockDataDir } from '@guiche/infra/lock.js'
import { MOVED_FILE, wasMoved } from '@guiche/infra/moved.js'
import { type Database, openDatabase } from '@guiche/infra/sqlite/database.mjs'
import { reasonOf } from '@guiche/infra/sqlite/worker.js'
import { createEmbeddedVault } from '@guiche/infra/vault/embedded.js'
import { rawCodec } from './raw-codec.js'

const PAGE = 500
/** Keys of callers are printable; keys that sort before are internal to the vault. */
const BEFORE_KEYS = '\u{1f}'
const COUNT_ENTRIES = 'SELECT count(*) FROM entries WHERE key > ? AND value IS NOT NULL'
/** Processes that follow the events; one that has no place yet begins at the end. */
const PROCESSES: readonly string[] = Object.values(PROCESS_GROUPS)

/** A stored entry of the vault: encrypted, with its epoch. */
export interface SealedEntry {
  readonly key: string
  readonly epoch: number
  readonly value: Buffer
}

/** A report that the desk has not taken in yet. */
export interface WaitingReport {
  readonly position: string
  readonly key: number
  /** JSON */
  readonly value: string
}

/** An embedded installation that no other process uses meanwhile. */
export interface Source {
  readonly events: EventStore
  readonly blobs: Blobs
  readonly counts: {
    readonly events: number
    readonly streams: number
    readonly entries: number
    readonly reports: number
  }
  readonly removedStreams: readonly string[]
  readonly blobIds: readonly string[]
  /** position of the last finished event, by process */
  readonly processes: ReadonlyMap<string, string>
  /** entries in pages, in the order of their keys */
  entries(): Iterable<readonly SealedEntry[]>
  /** the existing entries among these keys */
  entriesOf(keys: readonly string[]): ReadonlyMap<string, SealedEntry>
  /** reports in pages, oldest first */
  reports(): Iterable<readonly WaitingReport[]>
  /** the installation was moved before */
  readonly moved: boolean
  /** Marks the folder as moved, so that no process starts on it again. */
  leave(): Promise<void>
  close(): Promise<void>
}

const padPosition = (position: number): string => String(position).padStart(20, '0')

const numberOf = (db: Database, sql: string): number => Number(db.prepare(sql).get([])?.[0] ?? 0)

const blobIdsIn = async (dir: string): Promise<string[]> => {
  const folders = (await readdir(join(dir, 'blobs'), { withFileTypes: true })).filter(
    (entry) => entry.isDirectory() && entry.name !== 'incoming',
  )
  const names = await Promise.all(folders.map(({ name }) => readdir(join(dir, 'blobs', name))))
  return names
    .flat()
    .filter((name) => name.endsWith('.json'))
    .map((name) => name.slice(0, -5))
    .filter(isBlobId)
    .sort()
}

const readEvents = (db: Database) => {
  const odd = db
    .prepare(
      "SELECT id FROM events WHERE type <> '' AND (length(id) <> 36 OR id GLOB '*[^0-9a-f-]*') LIMIT 1",
    )
    .get([])?.[0]
  return {
    odd: odd === undefined ? null : String(odd),
    events: numberOf(db, "SELECT count(*) FROM events WHERE type <> ''"),
    streams: numberOf(db, "SELECT count(DISTINCT stream) FROM events WHERE type <> ''"),
    removed: db
      .prepare("SELECT stream FROM events WHERE type = '' AND revision = 0 ORDER BY position")
      .all([])
      .map(([stream]) => String(stream)),
  }
}

const readVault = (file: string) => {
  const db = openDatabase(file, { readOnly: true })
  const page = db.prepare(
    'SELECT key, epoch, value FROM entries WHERE key > ? AND value IS NOT NULL ORDER BY key LIMIT ?',
  )
  const some = db.prepare(
    'SELECT key, epoch, value FROM entries WHERE key IN (SELECT value FROM json_each(?)) AND value IS NOT NULL',
  )
  const entryOf = ([key, epoch, value]: readonly unknown[]): SealedEntry => ({
    key: String(key),
    epoch: Number(epoch),
    value: value as Buffer,
  })
  return {
    count: Number(db.prepare(COUNT_ENTRIES).get([BEFORE_KEYS])?.[0] ?? 0),
    *entries(): Generator<readonly SealedEntry[]> {
      for (let after = BEFORE_KEYS; ; ) {
        const rows = page.all([after, PAGE]).map(entryOf)
        const last = rows.at(-1)
        if (last === undefined) return
        yield rows
        after = last.key
      }
    },
    entriesOf: (keys: readonly string[]) =>
      new Map(some.all([JSON.stringify(keys)]).map((row) => [String(row[0]), entryOf(row)])),
    close: () => db.close(),
  }
}

/** Content of reports.db; old folders without use may lack the file. */
const readReports = (file: string, storeId: string, end: string) => {
  const positions = new Map(PROCESSES.map((group) => [group, end]))
  if (!existsSync(file)) return { count: 0, positions, *reports() {}, close: () => {} }
  const db = openDatabase(file, { readOnly: true })
  const offsets = db.prepare('SELECT consumers, position FROM offsets WHERE topic = ?')
  for (const [group, position] of offsets.all([`${TOPICS.events} ${storeId}`])) {
    // A position finished before a rollback of the store may be beyond the store's end.
    const place = padPosition(Number(position))
    positions.set(String(group), place < end ? place : end)
  }
  const finished = Math.min(...offsets.all([TOPICS.reports]).map(([, position]) => Number(position)))
  const after = Number.isFinite(finished) ? finished : 0
  const page = db.prepare(
    'SELECT position, key, value FROM messages WHERE position > ? ORDER BY position LIMIT ?',
  )
  return {
    count: Number(db.prepare('SELECT count(*) FROM messages WHERE position > ?').get([after])?.[0] ?? 0),
    positions,
    *reports(): Generator<readonly WaitingReport[]> {
      for (let from = after; ; ) {
        const rows = page.all([from, PAGE])
        const last = rows.at(-1)
        if (last === undefined) return
        yield rows.map(([position, key, value]) => ({
          position: padPosition(Number(position)),
          key: Number(key),
          value: String(value),
        }))
        from = Number(last[0])
      }
    },
    close: () => db.close(),
  }
}

/**
 * Locks the installation in `dir` for this process and opens its files. An error is a sentence: no installation, in
 * use, moved before, another key, or an id that EventStoreDB refuses.
 */
export const openSource = async (dir: string, secretKey: Buffer): Promise<Result<Source, string>> => {
  if (!existsSync(join(dir, 'events.db'))) return err(`there is no installation in ${dir}`)
  const lock = await lockDataDir(dir).catch((failure: unknown) => reasonOf(failure))
  if (typeof lock === 'string') return err(`${dir} cannot be used (${lock})`)
  if (lock === null) return err(`${dir} is in use by another Guichê; stop it first`)
  const closing: (() => unknown)[] = [() => lock.release()]
  const close = async () => {
    for (const step of closing.splice(0).reverse()) await step()
  }
  try {
    // Opening makes sure that the key is the right one and that each file is whole.
    const vault = await createEmbeddedVault({ dir, secretKey })
    await vault.close()
    const events = await createEmbeddedEventStore({ dir, codec: rawCodec })
    closing.push(() => events.close())
    const blobs = await createEmbeddedBlobs({ dir })
    closing.push(() => blobs.close())
    const log = openDatabase(join(dir, 'events.db'), { readOnly: true })
    closing.push(() => log.close())
    const found = readEvents(log)
    if (found.odd !== null) throw new Error(`the event ${found.odd} has no uuid as id`)
    const sealed = readVault(join(dir, 'vault.db'))
    closing.push(sealed.close)
    const waiting = readReports(join(dir, 'reports.db'), events.storeId, await events.head())
    closing.push(waiting.close)
    return ok({
      events,
      blobs,
      counts: {
        events: found.events,
        streams: found.streams,
        entries: sealed.count,
        reports: waiting.count,
      },
      removedStreams: found.removed,
      blobIds: await blobIdsIn(dir),
      processes: waiting.positions,
      entries: sealed.entries,
      entriesOf: sealed.entriesOf,
      reports: waiting.reports,
      moved: wasMoved(dir),
      leave: () =>
        writeFile(join(dir, MOVED_FILE), 'This installation was moved to EventStoreDB, Kafka and MongoDB.\n'),
      close,
    })
  } catch (failure) {
    await close()
    return err(`${dir} cannot be used (${reasonOf(failure)})`)
  }
}
