import { join } from 'node:path'
import { toPosition } from '@guiche/contracts/envelope.js'
import { openDatabase } from '../sqlite/database.mjs'
import { createCodec } from './codec.js'
import type { EventStore } from './event-store.js'
import { ROW_COLUMNS, runQuery, toRow } from './rows.js'

/** Reads `dir`/events.db in its present state, for a thread that does not own the event store. */
export interface EmbeddedEvents extends Pick<EventStore, 'storeId' | 'head' | 'subscribeAll'> {
  close(): void
}

/** Opens an existing events.db for reading. Its `subscribeAll` ends at the last event. */
export const openEmbeddedEvents = (dir: string): EmbeddedEvents => {
  const db = openDatabase(join(dir, 'events.db'), { readOnly: true, mappedMb: 2000 })
  const codec = createCodec()
  const [storeId] = db.prepare("SELECT value FROM meta WHERE key = 'storeId'").get([]) ?? []
  const newest = db.prepare("SELECT position FROM events WHERE type <> '' ORDER BY position DESC LIMIT 1")
  const behind = db.prepare(
    `SELECT ${ROW_COLUMNS} FROM events
     WHERE position > ? AND type <> '' ORDER BY position LIMIT ?`,
  )
  return {
    storeId: String(storeId),
    head: async () => toPosition(Number(newest.get([])?.[0] ?? 0)),
    subscribeAll: async function* ({ after, signal, batchSize = 500 }) {
      for (let last = Number(after); !signal.aborted; ) {
        const rows = runQuery(() => behind.all([last, batchSize]))
        if (rows.length === 0) return
        last = Number(rows.at(-1)?.[0])
        yield rows.map((row) => codec.decode(toRow(row)))
      }
    },
    close: () => db.close(),
  }
}
