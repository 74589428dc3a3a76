import type { Value } from '../sqlite/database.mjs'
import {
  allOf,
  alternativesOf,
  anyOf,
  behindSql,
  type Columns,
  orderSql,
  type Sql,
  whereSql,
} from './conditions.js'
import { mergeRows } from './merge.js'
import type { Find, Search, Where } from './read-store.js'
import type { Query, Reader } from './reader.js'
import { wordsOf } from './tokens.js'

/** A query that gives more than this is done in the worker. */
const SHORT_LIMIT = 500
/** From so many matches on, a search walks the sort order and keeps what matches, instead of sorting the matches. */
const MANY_MATCHES = 3000

/** Index entries that are counted on this thread. */
const SHORT_COUNT = 1000
const SHORT_ALTERNATIVES = 8

/** Bounds that an index has to keep for a condition to need no look at each document. */
const bounds = (where: Where): number =>
  Object.values(where).reduce<number>(
    (sum, one) => sum + (typeof one === 'object' && one !== null && 'from' in one ? 2 : 1),
    0,
  )

const docs = (collection: string): string => `"docs:${collection}"`
const words = (collection: string): string => `"words:${collection}"`

export interface Finder {
  /** bodies (JSON) of the documents that a query gives, in order */
  find(query: Find): Promise<string[]>
  count(collection: string, where: Where | readonly Where[], cap: number): Promise<number>
  search(query: Search): Promise<string[]>
}

interface Ordered {
  readonly sort: Find['sort']
  readonly limit: number
  readonly skip: number
}

/** How documents are looked for: each alternative walks an index of its own, and the results are merged. */
export const createFinder = (reader: Reader, columnsOf: (collection: string) => Columns): Finder => {
  const runAll = async (queries: readonly Query[], short: boolean): Promise<Value[][][]> =>
    short ? reader.together(() => queries.map(reader.now)) : reader.inWorker(queries)

  const isShort = (queries: readonly Query[], { limit, skip }: Ordered): boolean =>
    limit <= SHORT_LIMIT && skip <= SHORT_LIMIT && queries.every(({ sql }) => reader.isShort(sql))

  /** Pieces of one alternative follow each other, so the first ones that fill the page are enough. */
  const inSequence = async (queries: readonly Query[], ordered: Ordered): Promise<string[]> => {
    const bodies: string[] = []
    const take = (rows: readonly Value[][]) => {
      for (const [body] of rows) if (bodies.length < ordered.limit) bodies.push(body as string)
    }
    const [only] = queries
    if (!isShort(queries, ordered)) {
      for (const rows of await reader.inWorker(queries)) take(rows)
    } else if (queries.length === 1 && only !== undefined) {
      take(reader.now(only))
    } else {
      reader.together(() => {
        for (const query of queries) if (bodies.length < ordered.limit) take(reader.now(query))
      })
    }
    return bodies
  }

  const walk = async (
    collection: string,
    alternatives: readonly Sql[],
    after: Find['after'],
    ordered: Ordered,
  ): Promise<string[]> => {
    const { sort, limit, skip } = ordered
    const table = docs(collection)
    const columns = columnsOf(collection)
    const pieces = behindSql(columns, sort, after)
    const order = orderSql(columns, sort)
    const queriesFor = (wanted: string, alternative: Sql, rows: number, offset: number): Query[] =>
      pieces.map((piece) => {
        const { text, values } = allOf(alternative, piece)
        return {
          sql: `SELECT ${wanted} FROM ${table} WHERE ${text} ORDER BY ${order} LIMIT ? OFFSET ?`,
          parameters: [...values, rows, offset],
        }
      })
    const [only] = alternatives
    if (only === undefined || pieces.length === 0) return []
    if (alternatives.length === 1) return inSequence(queriesFor('body', only, limit, skip), ordered)

    const keys = ['rowid', ...sort.map(([field]) => columns(field))].join(', ')
    const queries = alternatives.flatMap((alternative) => queriesFor(keys, alternative, skip + limit, 0))
    const found = mergeRows(await runAll(queries, isShort(queries, ordered)), sort, skip, limit)
    const bodies = reader.now({
      sql: `SELECT rowid, body FROM ${table} WHERE rowid IN (SELECT value FROM json_each(?))`,
      parameters: [JSON.stringify(found)],
    })
    const byRow = new Map(bodies.map(([rowId, body]) => [rowId, body as string]))
    return found.flatMap((rowId) => byRow.get(rowId) ?? [])
  }

  return {
    find: ({ collection, where, sort, limit, after, skip = 0 }) =>
      walk(
        collection,
        alternativesOf(where).map((one) => whereSql(columnsOf(collection), one)),
        after,
        { sort, limit, skip },
      ),

    count: async (collection, where, cap) => {
      const table = docs(collection)
      const column = columnsOf(collection)
      const alternatives: readonly Where[] = Array.isArray(where) ? where : [where as Where]
      const queries = alternatives.map((one) => {
        const { text, values } = whereSql(column, one)
        return { sql: `SELECT rowid FROM ${table} WHERE ${text} LIMIT ?`, parameters: [...values, cap] }
      })
      const isShort =
        cap <= SHORT_COUNT &&
        queries.length <= SHORT_ALTERNATIVES &&
        queries.every(({ sql }, index) => reader.isCovered(sql, bounds(alternatives[index] ?? {})))
      const [only] = queries
      if (only === undefined) return 0
      if (queries.length === 1) {
        const counting = { ...only, sql: `SELECT count(*) FROM (${only.sql})` }
        const [[row] = []] = isShort ? [reader.now(counting)] : await reader.inWorker([counting])
        return Number(row?.[0] ?? 0)
      }
      // A document that fits several alternatives counts once.
      const found = new Set<Value>()
      const add = (rows: readonly Value[][]): void => {
        for (const [rowId = null] of rows) found.add(rowId)
      }
      if (!isShort) for (const rows of await reader.inWorker(queries)) add(rows)
      else {
        reader.together(() => {
          for (const query of queries) if (found.size < cap) add(reader.now(query))
        })
      }
      return Math.min(found.size, cap)
    },

    search: async ({ collection, companyId, text, where = {}, sort, limit, after, skip = 0 }) => {
      const typed = wordsOf(text)
      if (typed.length === 0) return []
      const table = docs(collection)
      const columns = columnsOf(collection)
      const index = words(collection)
      // The company stands in every word of the index, so a search reads the company's own entries only.
      const match = typed.map((word) => `"${companyId}_${word}"*`).join(' AND ')
      const [[counted] = []] = await reader.inWorker([
        {
          sql: `SELECT count(*) FROM (SELECT 1 FROM ${index} WHERE ${index} MATCH ? LIMIT ?)`,
          parameters: [match, MANY_MATCHES],
        },
      ])
      const matches = Number(counted?.[0] ?? 0)
      if (matches === 0) return []
      if (matches < MANY_MATCHES) {
        const given = (Array.isArray(where) ? where : [where]).map((one: Where) => whereSql(columns, one))
        const { text: filter, values } = allOf(anyOf(given), anyOf(behindSql(columns, sort, after)))
        const [rows = []] = await reader.inWorker([
          {
            sql: `SELECT body FROM ${index} AS found CROSS JOIN ${table} AS docs ON docs.rowid = found.rowid
                  WHERE ${index} MATCH ? AND ${filter} ORDER BY ${orderSql(columns, sort)} LIMIT ? OFFSET ?`,
            parameters: [match, ...values, limit, skip],
          },
        ])
        return rows.map(([body]) => body as string)
      }
      const matching: Sql = {
        text: `company_id = ? AND +rowid IN (SELECT rowid FROM ${index} WHERE ${index} MATCH ?)`,
        values: [companyId, match],
      }
      const alternatives = alternativesOf(where).map((one) => allOf(whereSql(columns, one), matching))
      return walk(collection, alternatives, after, { sort, limit, skip })
    },
  }
}
