// Worker: the one writer of events.db.
import { randomUUID } from 'node:crypto'
import { openDatabase } from '../sqlite/database.mjs'
import { checksumOf } from './checksum.mjs'

const KNOWN_STREAMS = 50_000
const NO_STREAM = -1
const REMOVED_STREAM = -2

export const open = ({ file }) => {
  const db = openDatabase(file, { synchronous: 'FULL' })
  db.exec(`
    CREATE TABLE IF NOT EXISTS meta (key TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;
    CREATE TABLE IF NOT EXISTS events (
      position INTEGER PRIMARY KEY AUTOINCREMENT,
      stream TEXT NOT NULL,
      revision INTEGER NOT NULL,
      id TEXT NOT NULL UNIQUE,
      type TEXT NOT NULL,
      body TEXT NOT NULL,
      sum INTEGER,
      UNIQUE (stream, revision)
    );
  `)
  // Made by a release whose events carried no checksum.
  const columns = db.prepare('PRAGMA table_info(events)').all([])
  if (!columns.some(([, name]) => name === 'sum')) db.exec('ALTER TABLE events ADD COLUMN sum INTEGER')
  db.prepare("INSERT OR IGNORE INTO meta VALUES ('storeId', ?)").run([randomUUID()])

  // A removed stream keeps its rows, emptied (type ''): the place is taken, so no append can miss the removal. Rows
  // are never deleted. SQLite would then merge pages and leave copies of other rows in their gaps, which nothing
  // overwrites later.
  const lastOf = db.prepare(
    'SELECT revision, type FROM events WHERE stream = ? ORDER BY revision DESC LIMIT 1',
  )
  const idsOf = db.prepare(
    'SELECT id, position FROM events WHERE stream = ? AND revision > ? ORDER BY revision LIMIT ?',
  )
  const whereIs = db.prepare('SELECT stream, revision FROM events WHERE id = ?')
  const empty = db.prepare("UPDATE events SET type = '', body = '', sum = NULL WHERE stream = ?")

  // One INSERT writes all events of an append or none; statements for usual numbers of events are kept.
  const inserts = new Map()
  const insertOf = (count) => {
    const made = inserts.get(count)
    if (made !== undefined) return made
    const rows = new Array(count).fill('(?, ?, ?, ?, ?, ?)').join(', ')
    const statement = db.prepare(`INSERT INTO events (stream, revision, id, type, body, sum) VALUES ${rows}`)
    if (count <= 20) inserts.set(count, statement)
    return statement
  }

  // Last revisions of recently written streams, so that most appends look nothing up. Two halves: written streams go
  // into the young one. A full young half becomes the old one, and the old one goes. Dropping the first entry of one
  // Map each time would be slow: finding it walks over all dropped entries.
  let young = new Map()
  let old = new Map()
  const knownOf = (stream) => young.get(stream) ?? old.get(stream)
  const remember = (stream, revision) => {
    young.set(stream, revision)
    if (young.size < KNOWN_STREAMS / 2) return
    old = young
    young = new Map()
  }
  const forget = (stream) => {
    young.delete(stream)
    old.delete(stream)
  }
  const forgetAll = () => {
    young.clear()
    old.clear()
  }
  const headOf = (stream) => {
    const found = knownOf(stream)
    if (found !== undefined) return found
    const [revision, type] = lastOf.get([stream]) ?? [NO_STREAM]
    return type === '' ? REMOVED_STREAM : revision
  }

  /** The answer of the first time, if exactly these events stand behind `after`. */
  const replayed = (stream, after, events) => {
    const rows = idsOf.all([stream, after, events.length])
    if (rows.length < events.length || rows.some(([id], index) => id !== events[index].id)) return null
    return { revision: after + events.length, position: rows[rows.length - 1][1], fresh: false }
  }

  /** Writes the events behind `head`; the text of a violated constraint when the place or an id is taken. */
  const insert = (stream, head, events) => {
    const parameters = []
    let revision = head
    for (const { id, type, body } of events) {
      revision++
      const sum = type === '' ? null : checksumOf({ stream, revision, id, type, body })
      parameters.push(stream, revision, id, type, body, sum)
    }
    try {
      const { lastRowId } = insertOf(events.length).run(parameters)
      remember(stream, revision)
      return { revision, position: lastRowId, fresh: true }
    } catch (error) {
      if (!error.message.startsWith('UNIQUE constraint failed')) throw error
      return error.message
    }
  }

  const append = ({ stream, expected, events }) => {
    const wanted = expected === 'none' ? NO_STREAM : expected
    if (wanted === NO_STREAM && knownOf(stream) === undefined) {
      // Most streams are new: the constraint itself tells when this one is not.
      const written = insert(stream, NO_STREAM, events)
      if (typeof written === 'object') return written
    }
    const head = headOf(stream)
    if (head === REMOVED_STREAM) return { error: 'removed' }
    if (wanted !== 'any' && wanted !== head) {
      return (
        replayed(stream, wanted, events) ?? { error: 'conflict', actual: head === NO_STREAM ? 'none' : head }
      )
    }
    const written = insert(stream, head, events)
    if (typeof written === 'object') return written
    const [holder, revision] = whereIs.get([events[0].id]) ?? []
    const again = holder === stream && wanted === 'any' ? replayed(stream, revision - 1, events) : null
    return again ?? { error: 'used' }
  }

  const remove = (stream) => {
    if (headOf(stream) === NO_STREAM)
      insert(stream, NO_STREAM, [{ id: `removed ${stream}`, type: '', body: '' }])
    empty.run([stream])
    forget(stream)
    return { removed: true }
  }

  return {
    handle: (requests) => {
      try {
        return db.transaction(() =>
          requests.map((request) => ('remove' in request ? remove(request.remove) : append(request))),
        )
      } catch (error) {
        // Nothing of the batch was written, so nothing that was remembered on the way holds.
        forgetAll()
        throw error
      }
    },
    scrub: () => db.scrub(),
    close: () => db.close(),
  }
}
