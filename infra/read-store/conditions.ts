import type { Parameter } from '../sqlite/database.mjs'
import { columnOf, columnText } from './fields.js'
import { checkedField } from './names.js'
import type { Condition, FindQuery, Scalar, Where } from './read-store.js'

/** A piece of SQL with the values for its `?`. */
export interface Sql {
  readonly text: string
  readonly values: readonly Parameter[]
}

const NEVER: Sql = { text: '0', values: [] }
/** Maximum of alternatives made from lists of values. */
const MAX_ALTERNATIVES = 24
/**
 * Maximum of values in a single list condition that is read by an index. Beside other conditions a long list
 * is only a filter.
 */
const MAX_OF_ONE_LIST = 400

/** The SQL of a field: its column if an index has one, else a path in the body. Throws on an invalid name. */
export type Columns = (field: string) => string

/** `own`: the fields that have a column each. */
export const columnsOf = (own: readonly string[]): Columns => {
  const known = new Map(own.map((field) => [field, columnOf(field)]))
  return (field) => {
    if (field === 'id') return 'id'
    if (field === 'companyId') return 'company_id'
    return known.get(field) ?? `json_extract(body, '$.${checkedField(field)}')`
  }
}

const compareSql = (name: string, operator: '<' | '<=' | '>' | '>=', value: Scalar): Sql => {
  if (value === null) return operator.endsWith('=') ? { text: `${name} IS NULL`, values: [] } : NEVER
  // SQLite puts every number before every text; a comparison is meant among values of one kind.
  const sameKind =
    typeof value === 'string'
      ? operator.startsWith('<') && ` AND ${name} >= ''`
      : operator.startsWith('>') && ` AND ${name} < ''`
  return { text: `${name} ${operator} ?${sameKind || ''}`, values: [value] }
}

const equalsSql = (name: string, value: Scalar): Sql =>
  value === null ? { text: `${name} IS NULL`, values: [] } : { text: `${name} = ?`, values: [value] }

const andSql = (...parts: readonly Sql[]): Sql => ({
  text: parts.map(({ text }) => text).join(' AND '),
  values: parts.flatMap(({ values }) => values),
})

const orSql = (...parts: readonly Sql[]): Sql =>
  parts.length === 0
    ? NEVER
    : {
        text: `(${parts.map(({ text }) => text).join(' OR ')})`,
        values: parts.flatMap(({ values }) => values),
      }

/** Text with a NUL is in no document's field. */
const isStorable = (value: Scalar): boolean => typeof value !== 'string' || !value.includes('\0')

const oneOf = (name: string, list: readonly Scalar[]): Sql => {
  const values = list.filter((value) => value !== null && isStorable(value))
  const parts: Sql[] = list.includes(null) ? [equalsSql(name, null)] : []
  if (values.length > 0) {
    parts.push({ text: `${name} IN (${values.map(() => '?').join(', ')})`, values })
  }
  return orSql(...parts)
}

/** An array that holds each of these values. */
const holdsAll = (field: string, values: readonly Scalar[]): Sql => {
  if (!values.every(isStorable)) return NEVER
  const holds = `EXISTS (SELECT 1 FROM json_each(body, '$.${checkedField(field)}') WHERE value = ?)`
  return { text: values.map(() => holds).join(' AND ') || '1', values: [...values] }
}

const conditionSql = (columns: Columns, field: string, condition: Condition): Sql => {
  const name = columns(field)
  if (condition === null || typeof condition !== 'object') {
    return isStorable(condition) ? equalsSql(name, condition) : NEVER
  }
  if ('in' in condition) return oneOf(name, condition.in)
  if ('has' in condition) return holdsAll(field, [condition.has].flat() as readonly Scalar[])
  if (!Object.values(condition).every(isStorable)) return NEVER
  if ('from' in condition) {
    return andSql(compareSql(name, '>=', condition.from), compareSql(name, '<=', condition.to))
  }
  if ('lt' in condition) return compareSql(name, '<', condition.lt)
  if ('lte' in condition) return compareSql(name, '<=', condition.lte)
  if ('gt' in condition) return compareSql(name, '>', condition.gt)
  return compareSql(name, '>=', condition.gte)
}

/** The SQL of one alternative: all its conditions. */
export const whereSql = (columns: Columns, where: Where): Sql => {
  const parts = Object.entries(where).map(([field, condition]) => conditionSql(columns, field, condition))
  return parts.length === 0 ? { text: '1', values: [] } : andSql(...parts)
}

export const anyOf = (parts: readonly Sql[]): Sql =>
  orSql(...parts.map(({ text, values }) => ({ text: `(${text})`, values })))
export const allOf = andSql

/**
 * The alternatives of a query, lists of values unfolded, so that each one alone walks an index in order. Equal
 * alternatives stand once. `pieces`: the queries that each one becomes, since SQLite merges 500 at most.
 */
export const alternativesOf = (where: Where | readonly Where[], pieces: number): readonly Where[] => {
  let alternatives: readonly Where[] = Array.isArray(where) ? where : [where as Where]
  const lists = new Set(
    alternatives.flatMap((one) =>
      Object.entries(one)
        .filter(([, condition]) => typeof condition === 'object' && condition !== null && 'in' in condition)
        .map(([field]) => field),
    ),
  )
  const most = lists.size === 1 ? Math.max(MAX_ALTERNATIVES, MAX_OF_ONE_LIST / pieces) : MAX_ALTERNATIVES
  for (const field of lists) {
    const unfolded = alternatives.flatMap((one) => {
      const condition = one[field]
      if (
        condition === undefined ||
        condition === null ||
        typeof condition !== 'object' ||
        !('in' in condition)
      ) {
        return [one]
      }
      return [...new Set(condition.in)].map((value): Where => ({ ...one, [field]: value }))
    })
    if (unfolded.length <= most) alternatives = unfolded
  }
  return [...new Map(alternatives.map((one) => [JSON.stringify(one), one])).values()]
}

/**
 * The rows after a document in a sort order, in consecutive pieces: one piece stays in one range of an index. Nulls
 * come first, or, descending, last.
 */
export const behindSql = (
  columns: Columns,
  sort: FindQuery['sort'],
  after: readonly Scalar[] | undefined,
): readonly Sql[] => {
  if (after === undefined) return [{ text: '1', values: [] }]
  if (after.length !== sort.length) throw new TypeError('`after` has one value for each sorted field')
  // Values may come from a document, whose customers' texts may hold a NUL.
  const seen = after.map((value) => (typeof value === 'string' ? columnText(value) : value))
  const pieces: Sql[] = []
  for (let last = sort.length - 1; last >= 0; last--) {
    const same = sort.slice(0, last).map(([field], index) => equalsSql(columns(field), seen[index] as Scalar))
    const [field, direction] = sort[last] as FindQuery['sort'][number]
    const value = seen[last] as Scalar
    const name = columns(field)
    const beyond: Sql[] = []
    if (direction === 1) {
      beyond.push(
        value === null
          ? { text: `${name} IS NOT NULL`, values: [] }
          : { text: `${name} > ?`, values: [value] },
      )
    } else if (value !== null) {
      beyond.push({ text: `${name} < ?`, values: [value] }, { text: `${name} IS NULL`, values: [] })
    }
    for (const piece of beyond) pieces.push(andSql(...same, piece))
  }
  return pieces
}

export const orderSql = (columns: Columns, sort: FindQuery['sort']): string =>
  sort.map(([field, direction]) => `${columns(field)} ${direction === 1 ? 'ASC' : 'DESC'}`).join(', ')
