// Worker: the one writer of read.db.
import { workerData } from 'node:worker_threads'
import { openDatabase } from '../sqlite/database.mjs'
import { serve } from '../sqlite/serve.mjs'

const db = openDatabase(workerData.file, { synchronous: 'NORMAL' })
db.exec(`
  CREATE TABLE IF NOT EXISTS collections (name TEXT PRIMARY KEY, search TEXT) WITHOUT ROWID;
  CREATE TABLE IF NOT EXISTS checkpoints (
    view TEXT NOT NULL,
    part INTEGER NOT NULL,
    store_id TEXT NOT NULL,
    position TEXT NOT NULL,
    PRIMARY KEY (view, part)
  ) WITHOUT ROWID;
  CREATE TABLE IF NOT EXISTS outbox (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    key INTEGER NOT NULL,
    value TEXT NOT NULL
  );
  CREATE TABLE IF NOT EXISTS aliases (view TEXT PRIMARY KEY, version INTEGER NOT NULL) WITHOUT ROWID;
`)

const positionOf = db.prepare('SELECT position FROM checkpoints WHERE view = ? AND part = ?')
const saveCheckpoint = db.prepare(
  `INSERT INTO checkpoints VALUES (?, ?, ?, ?)
   ON CONFLICT DO UPDATE SET store_id = excluded.store_id, position = excluded.position`,
)
const addToOutbox = db.prepare('INSERT INTO outbox (key, value) VALUES (?, ?)')
const dropFromOutbox = db.prepare('DELETE FROM outbox WHERE id <= ?')
const saveAlias = db.prepare(
  'INSERT INTO aliases VALUES (?, ?) ON CONFLICT DO UPDATE SET version = excluded.version',
)

// Statements of a collection; names were checked by the caller.
const collections = new Map()
const statementsOf = (name) => {
  const found = collections.get(name)
  if (found !== undefined) return found
  const [docs, words] = [`"docs:${name}"`, `"words:${name}"`]
  const row = db.prepare('SELECT search FROM collections WHERE name = ?').get([name])
  if (row === undefined) throw new Error(`there is no collection ${name}`)
  const searched = row[0] !== null
  const made = {
    searched,
    find: db.prepare(`SELECT rowid, tokens FROM ${docs} WHERE id = ?`),
    put: db.prepare(
      `INSERT INTO ${docs} (id, company_id, body, tokens) VALUES (?, ?, ?, ?)
       ON CONFLICT (id) DO UPDATE SET company_id = excluded.company_id, body = excluded.body, tokens = excluded.tokens`,
    ),
    remove: db.prepare(`DELETE FROM ${docs} WHERE id = ?`),
    addWords: searched ? db.prepare(`INSERT INTO ${words} (rowid, tokens) VALUES (?, ?)`) : null,
    dropWords: searched ? db.prepare(`DELETE FROM ${words} WHERE rowid = ?`) : null,
  }
  collections.set(name, made)
  return made
}

const put = ({ collection, id, companyId, body, tokens, digest }) => {
  const { searched, find, put: write, addWords, dropWords } = statementsOf(collection)
  const before = searched ? find.get([id]) : undefined
  write.run([id, companyId, body, digest])
  // The index of words is written only where the words changed.
  if (!searched || before?.[1] === digest) return
  if (before !== undefined) dropWords.run([before[0]])
  addWords.run([before === undefined ? find.get([id])[0] : before[0], tokens])
}

const remove = ({ collection, id }) => {
  const { searched, find, remove: erase, dropWords } = statementsOf(collection)
  const before = searched ? find.get([id]) : undefined
  if (before !== undefined) dropWords.run([before[0]])
  erase.run([id])
}

const commit = ({ checkpoints, puts, removes, outbox }) => {
  for (const { expected, view, partition } of checkpoints) {
    if ((positionOf.get([view, partition])?.[0] ?? null) !== expected) return 'conflict'
  }
  for (const one of puts) put(one)
  for (const one of removes) remove(one)
  for (const { view, partition, storeId, position } of checkpoints) {
    saveCheckpoint.run([view, partition, storeId, position])
  }
  for (const { key, value } of outbox) addToOutbox.run([key, value])
  return 'committed'
}

const ensure = ({ name, search, indexes }) => {
  const row = db.prepare('SELECT search FROM collections WHERE name = ?').get([name])
  if (row !== undefined && row[0] !== search) {
    throw new Error(`what ${name} is searched by changes only with a new version of it`)
  }
  if (row === undefined) {
    db.exec(`CREATE TABLE "docs:${name}" (
      rowid INTEGER PRIMARY KEY,
      id TEXT NOT NULL UNIQUE,
      company_id INTEGER NOT NULL,
      body TEXT NOT NULL,
      tokens TEXT
    )`)
    db.exec(`CREATE INDEX "index:${name}:company" ON "docs:${name}" (company_id, id)`)
    if (search !== null) {
      db.exec(`CREATE VIRTUAL TABLE "words:${name}" USING fts5(
        tokens, content = '', contentless_delete = 1, detail = none, tokenize = "ascii tokenchars '_'"
      )`)
    }
    db.prepare('INSERT INTO collections VALUES (?, ?)').run([name, search])
  }
  for (const { fields, expressions } of indexes) {
    db.exec(`CREATE INDEX IF NOT EXISTS "index:${name}:${fields}" ON "docs:${name}" (${expressions})`)
  }
}

const drop = (name) => {
  collections.delete(name)
  db.exec(`DROP TABLE IF EXISTS "docs:${name}"`)
  db.exec(`DROP TABLE IF EXISTS "words:${name}"`)
  db.prepare('DELETE FROM collections WHERE name = ?').run([name])
}

const dropAll = () => {
  for (const [name] of db.prepare('SELECT name FROM collections').all([])) drop(name)
  db.exec('DELETE FROM checkpoints; DELETE FROM outbox; DELETE FROM aliases')
}

const work = {
  commit,
  ensure: (specs) => specs.forEach(ensure),
  drop,
  dropAll,
  forget: (id) => void dropFromOutbox.run([id]),
  alias: ({ view, version }) => void saveAlias.run([view, version]),
}

serve({
  // Each request is a transaction of its own: what fails or conflicts leaves the others alone.
  handle: (requests) =>
    requests.map(({ what, with: value }) => {
      try {
        return db.transaction(() => work[what](value))
      } catch (error) {
        collections.clear()
        return error
      }
    }),
  close: () => db.close(),
})
