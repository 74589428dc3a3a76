import { join } from 'node:path'
import { type Database, openDatabase } from '../../infra/sqlite/database.mjs'
import { nowMs } from './stats.js'

const TOGETHER = 2000

/** Names of the tables of documents, without the tables of removed generations. */
const tablesOf = (db: Database): string[] =>
  db
    .prepare("SELECT name FROM sqlite_master WHERE type = 'table' AND name LIKE 'docs:%'")
    .all([])
    .map(([name]) => String(name))

/** Quoted columns of a table of documents, without the row ids. */
const columnsOf = (db: Database, table: string): string[] =>
  db
    .prepare(`SELECT name FROM pragma_table_info('${table}') WHERE name <> 'rowid'`)
    .all([])
    .map(([name]) => `"${name}"`)

const copySchema = (from: Database, to: Database, table: string): void => {
  const made = from.prepare(
    'SELECT sql FROM sqlite_master WHERE tbl_name = ? AND sql IS NOT NULL ORDER BY type DESC',
  )
  for (const [sql] of made.all([table])) to.exec(String(sql))
}

/**
 * Upserts every document of a read.db into a new file with the same tables and indexes. Measures libsql alone: each document
 * once, no folds, no search index.
 */
export const upsertAll = (dataDir: string, file: string): { documents: number; ms: number } => {
  const source = openDatabase(join(dataDir, 'read.db'), { readOnly: true })
  const target = openDatabase(file, { synchronous: 'NORMAL' })
  let documents = 0
  let ms = 0
  try {
    for (const table of tablesOf(source)) {
      copySchema(source, target, table)
      const columns = columnsOf(source, table)
      const page = source.prepare(
        `SELECT rowid, ${columns.join(', ')} FROM "${table}" WHERE rowid > ? ORDER BY rowid LIMIT ?`,
      )
      const upsert = target.prepare(
        `INSERT INTO "${table}" (${columns.join(', ')}) VALUES (${columns.map(() => '?').join(', ')})
         ON CONFLICT (id) DO UPDATE SET ${columns.map((name) => `${name} = excluded.${name}`).join(', ')}`,
      )
      for (let after = 0; ; ) {
        const rows = page.all([after, TOGETHER])
        if (rows.length === 0) break
        const began = nowMs()
        target.transaction(() => {
          for (const [, ...row] of rows) upsert.run(row)
        })
        ms += nowMs() - began
        documents += rows.length
        after = Number(rows.at(-1)?.[0])
      }
    }
  } finally {
    target.close()
    source.close()
  }
  return { documents, ms }
}
