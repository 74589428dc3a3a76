// Worker: the one writer of vault.db. Values come and go encrypted.
import { workerData } from 'node:worker_threads'
import { openDatabase } from '../sqlite/database.mjs'
import { serve } from '../sqlite/serve.mjs'

const db = openDatabase(workerData.file, { synchronous: 'FULL' })
// A removed entry keeps its epoch with a null value, so that whoever held it before can never write again.
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
const keysBetween = db.prepare('SELECT key FROM entries WHERE key >= ? AND key < ? AND value IS NOT NULL')

const epochOf = (key) => {
  const [epoch, present] = stateOf.get([key]) ?? [0, 0]
  return present ? epoch : 0
}
const holds = (fence) => fence === null || epochOf(fence.key) === fence.epoch

const commit = ({ writes, fence }) => {
  if (!holds(fence)) return 'fenced'
  if (writes.some(({ key, expected }) => expected !== null && epochOf(key) !== expected)) return 'fenced'
  for (const { key, value } of writes) if (value !== null || epochOf(key) > 0) write.run([key, value])
  return 'committed'
}

const removeAll = ({ from, to, fence }) => {
  if (!holds(fence)) return 'fenced'
  for (const [key] of keysBetween.all([from, to])) write.run([key, null])
  return 'committed'
}

serve({
  // One transaction for all that waits: every request looks before it writes, so none has to be undone alone.
  handle: (requests) =>
    db.transaction(() =>
      requests.map((request) => ('from' in request ? removeAll(request) : commit(request))),
    ),
  close: () => db.close(),
})
