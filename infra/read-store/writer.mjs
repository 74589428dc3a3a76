// Worker: the one writer of read.db.
import { openDatabase } from '../sqlite/database.mjs'

// Increases with the layout of the tables; data of an older layout are rebuilt from the events.
const LAYOUT_VERSION = 2

// Sizes of the log while others read and while nobody reads. A log that is moved into the file more rarely writes
// each page less often.
const WAL_MB = 16
const WAL_MB_UNREAD = 256

export const open = ({ file }) => {
  const db = openDatabase(file, { synchronous: 'NORMAL', cacheMb: 64, walMb: WAL_MB })
  if (db.prepare('PRAGMA user_version').get([])[0] !== LAYOUT_VERSION) {
    const old = db.prepare("SELECT name FROM sqlite_master WHERE type = 'table' AND name LIKE ?")
    for (const [name] of [...old.all(['words:%']), ...old.all(['docs:%'])])
      db.exec(`DROP TABLE IF EXISTS "${name}"`)
    for (const name of ['collections', 'checkpoints', 'outbox', 'aliases'])
      db.exec(`DROP TABLE IF EXISTS ${name}`)
    db.exec(`PRAGMA user_version = ${LAYOUT_VERSION}`)
  }
  db.exec(`
    CREATE TABLE IF NOT EXISTS collections (
      name TEXT PRIMARY KEY,
      search TEXT,
      fields TEXT NOT NULL
    ) WITHOUT ROWID;
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

  const columnOf = (field) => `"field:${field}"`

  // Statements of a collection; names and fields were checked by the caller.
  const collections = new Map()
  const statementsOf = (name) => {
    const found = collections.get(name)
    if (found !== undefined) return found
    const [docs, words] = [`"docs:${name}"`, `"words:${name}"`]
    const row = db.prepare('SELECT search, fields FROM collections WHERE name = ?').get([name])
    if (row === undefined) throw new Error(`there is no collection ${name}`)
    const searched = row[0] !== null
    const columns = ['company_id', 'tokens', ...JSON.parse(row[1]).map(columnOf)]
    const updates = new Map()
    const made = {
      searched,
      columns,
      find: db.prepare(`SELECT rowid, ${columns.join(', ')} FROM ${docs} WHERE id = ?`),
      insert: db.prepare(
        `INSERT INTO ${docs} (id, body, ${columns.join(', ')}) VALUES (?, ?${', ?'.repeat(columns.length)})`,
      ),
      // Only changed columns are named, so that indexes on others stay untouched.
      updateOf: (changed) => {
        const key = changed.join()
        const known = updates.get(key)
        if (known !== undefined) return known
        const sets = changed.map((index) => `, ${columns[index]} = ?`).join('')
        const update = db.prepare(`UPDATE ${docs} SET body = ?${sets} WHERE rowid = ?`)
        updates.set(key, update)
        return update
      },
      remove: db.prepare(`DELETE FROM ${docs} WHERE id = ?`),
      addWords: searched ? db.prepare(`INSERT INTO ${words} (rowid, tokens) VALUES (?, ?)`) : null,
      dropWords: searched ? db.prepare(`DELETE FROM ${words} WHERE rowid = ?`) : null,
    }
    collections.set(name, made)
    return made
  }

  const put = ({ collection, id, companyId, body, tokens, digest, fields }) => {
    const { searched, columns, find, insert, updateOf, addWords, dropWords } = statementsOf(collection)
    const values = [companyId, digest, ...fields]
    if (values.length !== columns.length)
      throw new Error(`${collection} has other indexes than its writer knows`)
    const before = find.get([id])
    if (before === undefined) {
      const { lastRowId } = insert.run([id, body, ...values])
      if (searched) addWords.run([lastRowId, tokens])
      return
    }
    const [rowId, ...old] = before
    const changed = values.flatMap((value, index) => (value === old[index] ? [] : [index]))
    updateOf(changed).run([body, ...changed.map((index) => values[index]), rowId])
    // The index of words is written only where the words changed.
    if (!searched || old[1] === digest) return
    dropWords.run([rowId])
    addWords.run([rowId, tokens])
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

  const create = ({ name, search, fields, indexes }) => {
    const columns = fields.map((field) => `${columnOf(field)}, `).join('')
    // The body comes last: indexes are built from the columns before it, without reading the body.
    db.exec(`CREATE TABLE "docs:${name}" (
      rowid INTEGER PRIMARY KEY,
      id TEXT NOT NULL,
      company_id INTEGER NOT NULL,
      tokens TEXT,
      ${columns}
      body TEXT NOT NULL
    )`)
    db.exec(`CREATE UNIQUE INDEX "index:${name}:id" ON "docs:${name}" (id)`)
    if (!indexes.some((index) => index.fields === 'companyId,id')) {
      db.exec(`CREATE INDEX "index:${name}:company" ON "docs:${name}" (company_id, id)`)
    }
    if (search !== null) {
      db.exec(`CREATE VIRTUAL TABLE "words:${name}" USING fts5(
        tokens, content = '', contentless_delete = 1, detail = none, tokenize = "ascii tokenchars '_'"
      )`)
    }
    db.prepare('INSERT INTO collections VALUES (?, ?, ?)').run([name, search, JSON.stringify(fields)])
  }

  const addFields = (name, known, added) => {
    for (const field of added) {
      db.exec(`ALTER TABLE "docs:${name}" ADD COLUMN ${columnOf(field)}`)
      db.exec(`UPDATE "docs:${name}" SET ${columnOf(field)} = json_extract(body, '$.${field}')`)
    }
    const fields = JSON.stringify([...known, ...added])
    db.prepare('UPDATE collections SET fields = ? WHERE name = ?').run([fields, name])
    collections.delete(name)
  }

  const ensure = (spec) => {
    const { name, search, fields, indexes } = spec
    const row = db.prepare('SELECT search, fields FROM collections WHERE name = ?').get([name])
    if (row !== undefined && row[0] !== search) {
      throw new Error(`what ${name} is searched by changes only with a new version of it`)
    }
    if (row === undefined) create(spec)
    else {
      const known = JSON.parse(row[1])
      const added = fields.filter((field) => !known.includes(field))
      if (added.length > 0) addFields(name, known, added)
    }
    for (const { fields, columns } of indexes) {
      db.exec(`CREATE INDEX IF NOT EXISTS "index:${name}:${fields}" ON "docs:${name}" (${columns})`)
    }
  }

  const drop = (name) => {
    collections.delete(name)
    db.exec(`DROP TABLE IF EXISTS "docs:${name}"`)
    db.exec(`DROP TABLE IF EXISTS "words:${name}"`)
    db.prepare('DELETE FROM collections WHERE name = ?').run([name])
  }

  /** Rows that one transaction removes: others wait for it no longer than some milliseconds. */
  const ROWS = 2000

  // Removes a part of a collection, in a transaction of its own: an index, some rows, or the remains. Gives whether
  // the collection is gone.
  const dropSome = (name) => {
    const known = db.prepare('SELECT search FROM collections WHERE name = ?').get([name])
    if (known === undefined) return true
    collections.delete(name)
    const docs = `docs:${name}`
    const [index] =
      db
        .prepare("SELECT name FROM sqlite_master WHERE type = 'index' AND tbl_name = ? LIMIT 1")
        .get([docs]) ?? []
    if (index !== undefined) {
      db.exec(`DROP INDEX "${index}"`)
      return false
    }
    // The first ten entries of the words table are FTS5's configuration. Without them the table could not even be
    // dropped.
    const stored = [
      [`"${docs}"`, 'rowid', 0],
      ...(known[0] === null ? [] : [[`"words:${name}_data"`, 'id', 10]]),
    ]
    for (const [table, key, kept] of stored) {
      const { changes } = db
        .prepare(
          `DELETE FROM ${table} WHERE ${key} IN (SELECT ${key} FROM ${table} WHERE ${key} > ? LIMIT ?)`,
        )
        .run([kept, ROWS])
      if (changes === ROWS) return false
    }
    drop(name)
    return true
  }

  const dropAll = () => {
    for (const [name] of db.prepare('SELECT name FROM collections').all([])) drop(name)
    db.exec('DELETE FROM checkpoints; DELETE FROM outbox; DELETE FROM aliases')
  }

  const work = {
    commit,
    ensure: ({ specs, unread }) => {
      specs.forEach(ensure)
      db.prepare(`PRAGMA wal_autocheckpoint = ${(unread ? WAL_MB_UNREAD : WAL_MB) * 256}`).all([])
    },
    dropSome,
    dropAll,
    forget: (id) => void dropFromOutbox.run([id]),
    alias: ({ view, version }) => void saveAlias.run([view, version]),
  }

  /** Pages of a word index that one step rewrites. */
  const PAGES = 200
  const changesOf = db.prepare('SELECT total_changes()')
  /** Word indexes that are not rewritten yet; null before a rewrite begins. */
  let indexes = null

  // A removed document's words stay in the index until a merge: one step at a time, between other requests.
  const scrub = () => {
    const begin = indexes === null
    indexes ??= db.prepare('SELECT name FROM collections WHERE search IS NOT NULL').all([])
    if (begin) for (const [name] of indexes) merge(name, -PAGES)
    const [first] = indexes
    if (first !== undefined && merge(first[0], PAGES)) return 'more'
    indexes.shift()
    if (indexes.length > 0) return 'more'
    const scrubbed = db.scrub()
    if (scrubbed === 'done') indexes = null
    return scrubbed
  }

  /** Merges index pages; gives whether work was left. */
  const merge = (name, pages) => {
    const words = `"words:${name}"`
    if (db.prepare('SELECT 1 FROM sqlite_master WHERE name = ?').get([`words:${name}`]) === undefined)
      return false
    const [before] = changesOf.get([])
    db.prepare(`INSERT INTO ${words} (${words}, rank) VALUES ('merge', ?)`).run([pages])
    return changesOf.get([])[0] - before >= 2
  }

  return {
    // Each request is its own transaction: a failure or conflict does not affect the others.
    handle: (requests) =>
      requests.map(({ what, with: value }) => {
        try {
          return db.transaction(() => work[what](value))
        } catch (error) {
          collections.clear()
          return error
        }
      }),
    scrub,
    close: () => db.close(),
  }
}
