// Worker: the one writer of events.db.
import { randomUUID } from 'node:crypto'
import { workerData } from 'node:worker_threads'
import { openDatabase } from '../sqlite/database.mjs'
import { serve } from '../sqlite/serve.mjs'

const KNOWN_STREAMS = 50_000
const NONE = -1
const REMOVED = -2

const db = openDatabase(workerData.file, { synchronous: 'FULL' })
db.exec(`
  CREATE TABLE IF NOT EXISTS meta (key TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;
  CREATE TABLE IF NOT EXISTS events (
    position INTEGER PRIMARY KEY AUTOINCREMENT,
    stream TEXT NOT NULL,
    revision INTEGER NOT NULL,
    id TEXT NOT NULL UNIQUE,
    type TEXT NOT NULL,
    body TEXT NOT NULL,
    UNIQUE (stream, revision)
  );
  CREATE TABLE IF NOT EXISTS removed (stream TEXT PRIMARY KEY) WITHOUT ROWID;
`)
db.prepare("INSERT OR IGNORE INTO meta VALUES ('storeId', ?)").run([randomUUID()])

const lastOf = db.prepare('SELECT revision FROM events WHERE stream = ? ORDER BY revision DESC LIMIT 1')
const isRemoved = db.prepare('SELECT 1 FROM removed WHERE stream = ?')
const idsOf = db.prepare(
  'SELECT id, position FROM events WHERE stream = ? AND revision > ? ORDER BY revision LIMIT ?',
)
const whereIs = db.prepare('SELECT stream, revision FROM events WHERE id = ?')
const bury = db.prepare('INSERT OR IGNORE INTO removed VALUES (?)')
const erase = db.prepare('DELETE FROM events WHERE stream = ?')

// One INSERT writes all events of an append or none; a statement is kept for the usual numbers of them.
const inserts = new Map()
const insertOf = (count) => {
  const made = inserts.get(count)
  if (made !== undefined) return made
  const rows = new Array(count).fill('(?, ?, ?, ?, ?)').join(', ')
  const statement = db.prepare(`INSERT INTO events (stream, revision, id, type, body) VALUES ${rows}`)
  if (count <= 20) inserts.set(count, statement)
  return statement
}

// Last revisions of the streams lately written, so that most appends look nothing up. The oldest go first.
const known = new Map()
const remember = (stream, revision) => {
  known.delete(stream)
  known.set(stream, revision)
  if (known.size > KNOWN_STREAMS) known.delete(known.keys().next().value)
}
const headOf = (stream) => {
  const found = known.get(stream)
  if (found !== undefined) return found
  const row = lastOf.get([stream])
  if (row !== undefined) return row[0]
  return isRemoved.get([stream]) === undefined ? NONE : REMOVED
}

/** The answer of the first time, if exactly these events stand behind `after`. */
const replayed = (stream, after, events) => {
  const rows = idsOf.all([stream, after, events.length])
  if (rows.length < events.length || rows.some(([id], index) => id !== events[index].id)) return null
  return { revision: after + events.length, position: rows[rows.length - 1][1], fresh: false }
}

const append = ({ stream, expected, events }) => {
  const head = headOf(stream)
  if (head === REMOVED) return { error: 'removed' }
  const wanted = expected === 'none' ? NONE : expected
  if (wanted !== 'any' && wanted !== head) {
    return replayed(stream, wanted, events) ?? { error: 'conflict', actual: head === NONE ? 'none' : head }
  }
  const parameters = []
  events.forEach((event, index) => {
    parameters.push(stream, head + 1 + index, event.id, event.type, event.body)
  })
  try {
    const { lastRowId } = insertOf(events.length).run(parameters)
    remember(stream, head + events.length)
    return { revision: head + events.length, position: lastRowId, fresh: true }
  } catch (error) {
    if (!/UNIQUE constraint failed: events\.id/.test(error.message)) throw error
    const [holder, revision] = whereIs.get([events[0].id]) ?? []
    const again = holder === stream && wanted === 'any' ? replayed(stream, revision - 1, events) : null
    return again ?? { error: 'used' }
  }
}

const remove = (stream) => {
  bury.run([stream])
  erase.run([stream])
  known.delete(stream)
  return { removed: true }
}

serve({
  handle: (requests) => {
    try {
      return db.transaction(() =>
        requests.map((request) => ('remove' in request ? remove(request.remove) : append(request))),
      )
    } catch (error) {
      // Nothing of the batch was written, so nothing that was remembered on the way holds.
      known.clear()
      throw error
    }
  },
  close: () => db.close(),
})
