import { type Columns, whereSql } from './conditions.js'
import type { Where } from './read-store.js'
import type { Reader } from './reader.js'

/** Most documents read on this thread. */
const MAX_READ = 1000

/** A query along an index, and the conditions that it has. */
export interface IndexWalk {
  readonly sql: string
  readonly table: string
  readonly columns: Columns
  readonly where: Where
}

/**
 * Whether these index walks pass few documents. A condition outside the index is checked in each document of the range:
 * perhaps many thousands, however few match.
 */
export const readsFew = (reader: Pick<Reader, 'now' | 'boundBy'>, walks: readonly IndexWalk[]): boolean => {
  let left = MAX_READ
  for (const { sql, table, columns, where } of walks) {
    const bound = reader.boundBy(sql)
    const conditions = Object.entries(where)
    const held = conditions.filter(([field]) => bound.has(columns(field).replaceAll('"', '')))
    if (held.length === conditions.length) continue
    const { text, values } = whereSql(columns, Object.fromEntries(held))
    const [[passed] = []] = reader.now({
      sql: `SELECT count(*) FROM (SELECT 1 FROM ${table} WHERE ${text} LIMIT ?)`,
      parameters: [...values, left],
    })
    left -= Number(passed)
    if (left <= 0) return false
  }
  return true
}
