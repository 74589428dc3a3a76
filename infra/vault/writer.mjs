// Worker: the one writer of vault.db. Values come and go encrypted.
import { openDatabase } from '../sqlite/database.mjs'

export const open = ({ file }) => {
  const db = openDatabase(file, { synchronous: 'FULL' })
  db.exec(`CREATE TABLE IF NOT EXISTS entries (
    key TEXT PRIMARY KEY,
    epoch INTEGER NOT NULL,
    value BLOB NOT NULL
  ) WITHOUT ROWID`)

  const epochs = db.prepare('SELECT epoch FROM entries WHERE key = ?')
  const write = db.prepare(
    `INSERT INTO entries VALUES (?, 1, ?)
     ON CONFLICT DO UPDATE SET epoch = epoch + 1, value = excluded.value`,
  )
  const remove = db.prepare('DELETE FROM entries WHERE key = ?')
  const removeBetween = db.prepare('DELETE FROM entries WHERE key >= ? AND key < ?')

  const epochOf = (key) => epochs.get([key])?.[0] ?? 0
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

  return {
    // One transaction for all waiting requests. Each request checks before it writes, so no request has to be undone alone.
    handle: (requests) =>
      db.transaction(() =>
        requests.map((request) => ('from' in request ? removeAll(request) : commit(request))),
      ),
    scrub: () => db.scrub(),
    close: () => db.close(),
  }
}
