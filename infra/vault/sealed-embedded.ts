import { openDatabase } from '../sqlite/database.mjs'
import type { SealedEntries } from './rotate.js'

/**
 * The entries of `file`, a vault.db that no process uses. `close` also overwrites removed and replaced data.
 */
export const openSealedEntries = (file: string): SealedEntries & { close(): void } => {
  const db = openDatabase(file, { synchronous: 'FULL' })
  const one = db.prepare('SELECT value FROM entries WHERE key = ?')
  const page = db.prepare('SELECT key, value FROM entries WHERE key > ? ORDER BY key LIMIT ?')
  const write = db.prepare(
    'INSERT INTO entries VALUES (?, 1, ?) ON CONFLICT DO UPDATE SET value = excluded.value',
  )
  const remove = db.prepare('DELETE FROM entries WHERE key = ?')
  return {
    get: async (key) => (one.get([key])?.[0] as Buffer | undefined) ?? null,
    page: async (after, limit) =>
      page.all([after, limit]).map(([key, value]) => ({ key: String(key), value: value as Buffer })),
    write: async (entries) =>
      db.transaction(() => {
        for (const { key, value } of entries) value === null ? remove.run([key]) : write.run([key, value])
      }),
    close: () => {
      while (db.scrub() === 'more');
      db.close()
    },
  }
}
