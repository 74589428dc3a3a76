import type { Value } from '../sqlite/database.mjs'
import { allOf, alternativesOf, anyOf, behindSql, type Columns, orderSql, whereSql } from './conditions.js'
import { type IndexWalk, readsFew } from './index-walks.js'
import type { FindQuery, RepeatedQuery, Search, Where } from './read-store.js'
import type { Query, Reader } from './reader.js'
import { searchedTokens } from './tokens.js'

/** Maximum of results of a query that runs on this thread; larger queries run in the worker. */
const SHORT_LIMIT = 500
/** Number of matches from which a search walks the sort order and filters, instead of sorting the matches. */
const MANY_MATCHES = 3000
/** Maximum of documents that such a walk reads. */
const MANY_STEPS = 50_000

/** Index entries that are counted on this thread. */
const SHORT_COUNT = 1000
const SHORT_ALTERNATIVES = 8

/**
 * Number of alternatives from which the last one is repeated up to a multiple, so that fewer statements are prepared.
 */
const PADDING = 25
const padAlternatives = (alternatives: readonly Where[]): readonly Where[] => {
  const missing = alternatives.length < PADDING ? 0 : (PADDING - (alternatives.length % PADDING)) % PADDING
  return [...alternatives, ...alternatives.slice(alternatives.length - missing)]
}

/** Bounds that an index has to keep for a condition to need no look at each document. */
const countBounds = (where: Where): number =>
  Object.values(where).reduce<number>(
    (sum, one) => sum + (typeof one === 'object' && one !== null && 'from' in one ? 2 : 1),
    0,
  )

/** One of several queries that run together, each with an order and a limit of its own. */
const unionOf = (queries: readonly Query[], how: 'UNION' | 'UNION ALL'): string =>
  queries.map(({ sql }) => `SELECT * FROM (${sql})`).join(` ${how} `)

/** The company that is asked for, in the first alternative; 0 when none is. */
const companyOf = (where: Where | readonly Where[]): number => {
  const [first] = [where].flat() as Where[]
  const companyId = first?.companyId
  return typeof companyId === 'number' ? companyId : 0
}

const docsTable = (collection: string): string => `"docs:${collection}"`
const wordsTable = (collection: string): string => `"words:${collection}"`

export interface Finder {
  /** bodies (JSON) of the documents that a query gives, in order */
  find(query: FindQuery): Promise<string[]>
  count(collection: string, where: Where | readonly Where[], cap: number): Promise<number>
  search(query: Search): Promise<string[]>
  repeated(query: RepeatedQuery): Promise<string[]>
}

interface FinderDeps {
  readonly reader: Reader
  readonly columnsOf: (collection: string) => Columns
}
type Page = Required<Pick<FindQuery, 'limit' | 'skip'>>

const runAll = async (
  reader: Reader,
  companyId: number,
  queries: readonly Query[],
  short: boolean,
): Promise<Value[][][]> =>
  short ? reader.together(() => queries.map(reader.now)) : reader.inWorker(companyId, queries)

const isShort = (reader: Reader, walks: readonly IndexWalk[], { limit, skip }: Page): boolean =>
  limit <= SHORT_LIMIT &&
  skip <= SHORT_LIMIT &&
  walks.every(({ sql }) => reader.isShort(sql)) &&
  readsFew(reader, walks)

/** Pieces of one alternative follow each other, so the first ones that fill the page are enough. */
const inSequence = async (
  reader: Reader,
  companyId: number,
  queries: readonly (Query & IndexWalk)[],
  page: Page,
): Promise<string[]> => {
  const bodies: string[] = []
  const take = (rows: readonly Value[][]) => {
    for (const [body] of rows) if (bodies.length < page.limit) bodies.push(body as string)
  }
  const [only] = queries
  if (!isShort(reader, queries, page)) {
    const plain = queries.map(({ sql, parameters }) => ({ sql, parameters }))
    for (const rows of await reader.inWorker(companyId, plain)) take(rows)
  } else if (queries.length === 1 && only !== undefined) {
    take(reader.now(only))
  } else {
    reader.together(() => {
      for (const query of queries) if (bodies.length < page.limit) take(reader.now(query))
    })
  }
  return bodies
}

/** The bodies of these rows, in their order. */
const bodiesOf = async (
  reader: Reader,
  companyId: number,
  table: string,
  rowIds: readonly number[],
): Promise<string[]> => {
  const query = {
    sql: `SELECT rowid, body FROM ${table} WHERE rowid IN (SELECT value FROM json_each(?))`,
    parameters: [JSON.stringify(rowIds)],
  }
  const rows =
    rowIds.length <= SHORT_LIMIT ? reader.now(query) : ((await reader.inWorker(companyId, [query]))[0] ?? [])
  const byRow = new Map(rows.map(([rowId, body]) => [rowId, body as string]))
  return rowIds.flatMap((rowId) => byRow.get(rowId) ?? [])
}

const findDocs = async ({ reader, columnsOf }: FinderDeps, query: FindQuery): Promise<string[]> => {
  const { collection, where, sort, limit, after, skip = 0 } = query
  const table = docsTable(collection)
  const columns = columnsOf(collection)
  const pieces = behindSql(columns, sort, after)
  const alternatives = alternativesOf(where, pieces.length)
  const order = orderSql(columns, sort)
  const queriesFor = (wanted: string, one: Where, rows: number, offset: number): (Query & IndexWalk)[] =>
    pieces.map((piece) => {
      const { text, values } = allOf(whereSql(columns, one), piece)
      return {
        ...{ table, columns, where: one },
        sql: `SELECT ${wanted} FROM ${table} WHERE ${text} ORDER BY ${order} LIMIT ? OFFSET ?`,
        parameters: [...values, rows, offset],
      }
    })
  const [only] = alternatives
  if (only === undefined || pieces.length === 0) return []
  const companyId = companyOf(where)
  const page = { limit, skip }
  if (alternatives.length === 1)
    return inSequence(reader, companyId, queriesFor('body', only, limit, skip), page)
  const keys = sort.map(([field], index) => `${columns(field)} AS key${index}`)
  const queries = padAlternatives(alternatives).flatMap((alternative) =>
    queriesFor(['rowid AS place', ...keys].join(', '), alternative, skip + limit, 0),
  )
  const byKeys = sort.map(([, direction], index) => `key${index} ${direction === 1 ? 'ASC' : 'DESC'}`)
  const merged = `SELECT DISTINCT * FROM (${unionOf(queries, 'UNION ALL')}) ORDER BY ${byKeys} LIMIT ? OFFSET ?`
  const whole = {
    sql: `SELECT body FROM (${merged}) CROSS JOIN ${table} ON rowid = place ORDER BY ${byKeys}`,
    parameters: [...queries.flatMap(({ parameters }) => parameters), limit, skip],
  }
  const [rows = []] = await runAll(reader, companyId, [whole], isShort(reader, queries, page))
  return rows.map(([body]) => body as string)
}

/** Counts few documents on this thread, whatever the cap, because the worker runs one query after another. */
const countDocs = async (
  { reader, columnsOf }: FinderDeps,
  collection: string,
  where: Where | readonly Where[],
  cap: number,
): Promise<number> => {
  const table = docsTable(collection)
  const column = columnsOf(collection)
  const alternatives: readonly Where[] = Array.isArray(where) ? where : [where as Where]
  const queries = alternatives.map((one) => {
    const { text, values } = whereSql(column, one)
    return { sql: `SELECT rowid FROM ${table} WHERE ${text} LIMIT ?`, parameters: [...values, cap] }
  })
  if (queries.length === 0) return 0
  const isCovered =
    queries.length <= SHORT_ALTERNATIVES &&
    queries.every(({ sql }, index) => reader.isCovered(sql, countBounds(alternatives[index] ?? {})))
  if (isCovered && cap > SHORT_COUNT) {
    const few = await countDocs({ reader, columnsOf }, collection, where, SHORT_COUNT)
    if (few < SHORT_COUNT) return few
  }
  const isShort = isCovered && cap <= SHORT_COUNT
  const companyId = companyOf(where)
  const counts = queries.map((one) => ({ ...one, sql: `SELECT count(*) FROM (${one.sql})` }))
  const numbers = (await runAll(reader, companyId, counts, isShort)).map(([row = []]) => Number(row[0]))
  const largest = Math.max(...numbers)
  const filled = queries.filter((_, index) => numbers[index] !== 0)
  if (largest >= cap || filled.length < 2) return Math.min(largest, cap)
  // A document that fits several alternatives counts once.
  const parameters = filled.flatMap((one) => one.parameters)
  const together = { sql: `SELECT count(*) FROM (${unionOf(filled, 'UNION')})`, parameters }
  const [[[all] = []] = []] = await runAll(reader, companyId, [together], isShort)
  return Math.min(Number(all), cap)
}

const findRepeated = async ({ reader, columnsOf }: FinderDeps, query: RepeatedQuery): Promise<string[]> => {
  const { collection, companyId, field, lacking, after = '', limit } = query
  const columns = columnsOf(collection)
  const text = columns(field)
  const lack = lacking.map((one) => ` AND count(${columns(one)}) < count(*)`).join('')
  const [rows = []] = await reader.inWorker(companyId, [
    {
      sql: `SELECT ${text} FROM ${docsTable(collection)} WHERE company_id = ? AND ${text} > ?
            GROUP BY ${text} HAVING count(*) > 1${lack} ORDER BY ${text} LIMIT ?`,
      parameters: [companyId, after, limit],
    },
  ])
  return rows.map(([value]) => String(value))
}

/** A search, put into SQL; null when the text has no words. */
const matchingOf = (columns: Columns, query: Search) => {
  const { collection, companyId, text, where = {}, sort, limit, after, skip = 0, inNumbers } = query
  const typed = searchedTokens(text, inNumbers)
  if (typed.length === 0) return null
  const alternatives = Array.isArray(where) ? where : [where as Where]
  return {
    ...{ companyId, limit, skip, table: docsTable(collection), index: wordsTable(collection) },
    // The company stands in every word of the index, so a search reads the company's own entries only.
    match: typed
      .map((begins) => `(${begins.map((begin) => `"${companyId}_${begin}"*`).join(' OR ')})`)
      .join(' AND '),
    given: alternatives.map((one) => whereSql(columns, one)),
    pieces: behindSql(columns, sort, after),
    order: orderSql(columns, sort),
  }
}
type MatchingDocs = NonNullable<ReturnType<typeof matchingOf>>

/** Finds the rest by sorting all that match; only their sort values are read. */
const findBySorting = async (reader: Reader, matching: MatchingDocs): Promise<number[]> => {
  const { companyId, table, index, match, given, pieces, order, limit, skip } = matching
  const { text: filter, values } = allOf(anyOf(given), anyOf(pieces))
  const [rows = []] = await reader.inWorker(companyId, [
    {
      sql: `SELECT docs.rowid FROM ${index} AS found CROSS JOIN ${table} AS docs ON docs.rowid = found.rowid
            WHERE ${index} MATCH ? AND ${filter} ORDER BY ${order} LIMIT ? OFFSET ?`,
      parameters: [match, ...values, limit, skip],
    },
  ])
  return rows.map(([rowId]) => Number(rowId))
}

/** Walks the sort order and keeps matching rows, as far as `newest`, the last matching rows, reach. */
const findByWalking = async (
  reader: Reader,
  { companyId, table, given, pieces, order, limit, skip }: MatchingDocs,
  newest: readonly number[],
): Promise<number[] | null> => {
  const [[only], [piece]] = [given, pieces]
  const oldest = newest.at(-1) ?? 0
  const wanted = skip + limit
  const steps = Math.ceil((((newest[0] ?? 0) - oldest + 1) / newest.length) * wanted * 1.5) + 100
  if (only === undefined || piece === undefined || given.length > 1 || steps > MANY_STEPS) return null
  const { text: filter, values } = allOf({ text: 'company_id = ?', values: [companyId] }, only, piece)
  const sql = `SELECT rowid FROM ${table} WHERE ${filter} ORDER BY ${order} LIMIT ?`
  if (!reader.isShort(sql)) return null
  const [rows = []] = await reader.inWorker(companyId, [{ sql, parameters: [...values, steps] }])
  const matching = new Set(newest)
  const found: number[] = []
  for (const [value] of rows) {
    const rowId = Number(value)
    if (rowId < oldest) return null
    if (matching.has(rowId)) found.push(rowId)
    if (found.length === wanted) return found.slice(skip)
  }
  return rows.length < steps && pieces.length === 1 ? found.slice(skip) : null
}

const searchDocs = async ({ reader, columnsOf }: FinderDeps, query: Search): Promise<string[]> => {
  const matching = matchingOf(columnsOf(query.collection), query)
  if (matching === null) return []
  const { companyId, table, index, match } = matching
  const [rows = []] = await reader.inWorker(companyId, [
    {
      sql: `SELECT rowid FROM ${index} WHERE ${index} MATCH ? ORDER BY rowid DESC LIMIT ?`,
      parameters: [match, MANY_MATCHES],
    },
  ])
  if (rows.length === 0) return []
  const newest = rows.map(([rowId]) => Number(rowId))
  const few = newest.length < MANY_MATCHES
  const rowIds =
    (few ? null : await findByWalking(reader, matching, newest)) ?? (await findBySorting(reader, matching))
  return bodiesOf(reader, companyId, table, rowIds)
}

/** Search of documents: each alternative walks an index of its own, and SQLite merges the results. */
export const createFinder = (reader: Reader, columnsOf: FinderDeps['columnsOf']): Finder => {
  const deps = { reader, columnsOf }
  return {
    find: (query) => findDocs(deps, query),
    count: (collection, where, cap) => countDocs(deps, collection, where, cap),
    search: (query) => searchDocs(deps, query),
    repeated: (query) => findRepeated(deps, query),
  }
}
