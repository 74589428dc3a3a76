// Worker: the one writer of vault.db. Values come and go encrypted.
import { openDatabase } from '../sqlite/database.mjs'

export const open = ({ file }) => {
  const db = openDatabase(file, { synchronous: 'FULL' })
  // Older releases left removed entries behind, without a value.
  db.exec(`CREATE TABLE IF NOT EXISTS entries (
    key TEXT PRIMARY KEY,
    epoch INTEGER NOT NULL,
    value BLOB
  ) WITHOUT ROWID`)

  const stateOf = db.prepare('SELECT epoch, value IS NOT NULL FROM entries WHERE key = ?')
  const write = db.prepare(
    `INSERT INTO entries VALUES (?, 1, ?)
     ON CONFLICT DO UPDATE SET epoch = epoch + 1, value = excluded.value`,
  )
  const remove = db.prepare('DELETE FROM entries WHERE key = ?')
  const removeBetween = db.prepare('DELETE FROM entries WHERE key >= ? AND key < ?')

  const epochOf = (key) => {
    const [epoch, present] = stateOf.get([key]) ?? [0, 0]
    return present ? epoch : 0
  }
  const holds = (fence) => fence === null || (fence.epoch > 0 && epochOf(fence.key) === fence.epoch)

  const commit = ({ writes, fence }) => {
    if (!holds(fence)) return 'fenced'
    if (writes.some(({ key, expected }) => expected !== null && epochOf(key) !== expected)) return 'fenced'
    for (const { key, value } of writes) value === null ? remove.run([key]) : write.run([key, value])
    return 'committed'
  }

  const removeAll = ({ from, to, fence }) => {
    if (!holds(fence)) return 'fenced'
    removeBetween.run([from, to])
    return 'committed'
  }

  const CLEANED = 1
  const STEP = 5000
  const stepEnd = db.prepare(`SELECT key FROM entries WHERE key > ? ORDER BY key LIMIT 1 OFFSET ${STEP}`)
  const clean = db.prepare('DELETE FROM entries WHERE key > ? AND key <= ? AND value IS NULL')
  let closed = false

  /** Takes away what older releases left, once, a step at a time between the requests. */
  const cleanFrom = (after) => {
    if (closed) return
    const to = stepEnd.get([after])?.[0] ?? '\u{7f}'
    clean.run([after, to])
    if (to === '\u{7f}') db.exec(`PRAGMA user_version = ${CLEANED}`)
    else setImmediate(cleanFrom, to)
  }
  if (db.prepare('PRAGMA user_version').get([])[0] < CLEANED) setImmediate(cleanFrom, '')

  return {
    // One transaction for all that waits: every request looks before it writes, so none has to be undone alone.
    handle: (requests) =>
      db.transaction(() =>
        requests.map((request) => ('from' in request ? removeAll(request) : commit(request))),
      ),
    scrub: () => db.scrub(),
    close: () => {
      closed = true
      db.close()
    },
  }
}
