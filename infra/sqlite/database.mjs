// The one place that talks to libsql. Plain JavaScript, because worker threads load it without a build step.
import Libsql from 'libsql'
import { zeroFreeSpace } from './free-space.mjs'

/**
 * Number of `?` in a statement. libsql accepts too few parameters silently, so they are counted here.
 * Only plain `?` is allowed: no `?1`, `:name`, `@name` or `$name`.
 * @param {string} sql
 * @returns {number}
 */
export const countParameters = (sql) => {
  const code = sql.replace(/'(?:[^']|'')*'|"(?:[^"]|"")*"|--[^\n]*|\/\*[\s\S]*?\*\//g, "''")
  if (/\?\d|[:@$][A-Za-z_]/.test(code)) throw new TypeError(`only plain ? parameters are allowed: ${sql}`)
  return code.split('?').length - 1
}

const asParameter = (value) => {
  switch (typeof value) {
    case 'string':
      // Text with a NUL is cut when it is read back.
      if (value.includes('\0')) throw new TypeError('text with a NUL character cannot be stored')
      return value
    case 'number':
      // Integers beyond 2^53 lose digits; NaN becomes null.
      if (!Number.isFinite(value) || (Number.isInteger(value) && !Number.isSafeInteger(value))) {
        throw new TypeError(`${value} is not a number that can be stored`)
      }
      return value
    case 'boolean':
      // A boolean aborts the whole process inside libsql.
      return value ? 1 : 0
    default:
      if (value === null || Buffer.isBuffer(value)) return value
      if (value instanceof Uint8Array) return Buffer.from(value.buffer, value.byteOffset, value.byteLength)
      throw new TypeError(`a parameter cannot be ${value === undefined ? 'undefined' : typeof value}`)
  }
}

/**
 * Opens a database file in WAL mode, made when it is missing.
 * @param {string} file
 * @param {import('./database.d.mts').DatabaseOptions} [options]
 *   see database.d.mts
 */
export const openDatabase = (file, options = {}) => {
  const { readOnly = false, synchronous = 'FULL', busyTimeoutMs = 5000, wal = true } = options
  const { cacheMb, mappedMb, walMb } = options
  const db = new Libsql(file, { timeout: busyTimeoutMs })

  const prepare = (sql) => {
    // Reading a plan leaves the connection in its snapshot for ever: it would never see a later commit.
    if (/^\s*EXPLAIN\b/i.test(sql)) throw new TypeError('use explain()')
    const expected = countParameters(sql)
    const statement = db.prepare(sql)
    // Rows as arrays: objects from get() carry `_metadata`, and blobs come as ArrayBuffer instead of Buffer.
    if (statement.reader) statement.raw(true)
    const bind = (parameters) => {
      if (!Array.isArray(parameters)) throw new TypeError('parameters are an array')
      if (parameters.length !== expected) {
        throw new TypeError(`${expected} parameters expected, ${parameters.length} given: ${sql}`)
      }
      return parameters.map(asParameter)
    }
    return {
      run: (parameters) => {
        const { changes, lastInsertRowid } = statement.run(bind(parameters))
        return { changes, lastRowId: lastInsertRowid }
      },
      all: (parameters) => statement.all(bind(parameters)),
      get: (parameters) => statement.get(bind(parameters)),
    }
  }

  const exec = (sql) => void db.exec(sql)

  /** Runs `work` in a transaction. An exception rolls everything back. */
  const transaction = (work, mode = 'IMMEDIATE') => {
    exec(`BEGIN ${mode}`)
    try {
      const result = work()
      exec('COMMIT')
      return result
    } catch (error) {
      if (db.inTransaction) exec('ROLLBACK')
      throw error
    }
  }

  /** the page whose unused part is overwritten next; null when all are */
  let next = 1
  const scrub = () => {
    if (next !== null) {
      next = zeroFreeSpace({ prepare, transaction }, next)
      return 'more'
    }
    // Must not delay writers: when readers are in the way, the step is retried later.
    prepare('PRAGMA busy_timeout = 0').all([])
    try {
      if (prepare('PRAGMA wal_checkpoint(TRUNCATE)').all([])[0]?.[0] !== 0) return 'busy'
      next = 1
      return 'done'
    } finally {
      prepare(`PRAGMA busy_timeout = ${busyTimeoutMs}`).all([])
    }
  }

  const close = () => {
    if (!db.open) return
    try {
      // libsql leaves the log as it is; the file alone shall be complete.
      if (wal && !readOnly) prepare('PRAGMA wal_checkpoint(TRUNCATE)').all([])
    } catch {
      // The file is in use, or the disk is full. The log stays and is read when the file is opened again.
    }
    db.close()
  }

  try {
    if (wal && !readOnly) prepare('PRAGMA journal_mode = WAL').all([])
    // overwrites removed data in the file, because an erased person's data must be gone
    if (!readOnly) prepare('PRAGMA secure_delete = ON').all([])
    exec(`PRAGMA synchronous = ${synchronous}`)
    if (cacheMb !== undefined) exec(`PRAGMA cache_size = -${cacheMb * 1024}`)
    if (mappedMb !== undefined) prepare(`PRAGMA mmap_size = ${mappedMb * 1024 * 1024}`).all([])
    if (walMb !== undefined) prepare(`PRAGMA wal_autocheckpoint = ${walMb * 256}`).all([])
    if (readOnly) exec('PRAGMA query_only = ON')
  } catch (error) {
    db.close()
    throw error
  }
  return { prepare, exec, transaction, scrub, close }
}

/**
 * How SQLite would do a query: the steps of its plan, in words. Over a connection of its own.
 * @param {string} file
 * @param {string} sql
 * @returns {string[]}
 */
export const explain = (file, sql) => {
  const parameters = new Array(countParameters(sql)).fill(null)
  const db = new Libsql(file, { timeout: 5000 })
  try {
    return db
      .prepare(`EXPLAIN QUERY PLAN ${sql}`)
      .all(parameters)
      .map(({ detail }) => detail)
  } finally {
    db.close()
  }
}
