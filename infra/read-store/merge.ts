import type { Value } from '../sqlite/database.mjs'
import type { Find } from './read-store.js'

const rank = (value: Value): number => (value === null ? 0 : typeof value === 'number' ? 1 : 2)

/** By code point, as both databases compare texts; JavaScript compares UTF-16 units. */
const compareText = (a: string, b: string): number => {
  if (a === b) return 0
  let index = 0
  while (index < a.length && a[index] === b[index]) index++
  const isSurrogate = (unit: number) => unit >= 0xd800 && unit <= 0xdfff
  const [x, y] = [a.charCodeAt(index), b.charCodeAt(index)]
  if (Number.isNaN(x) || Number.isNaN(y)) return a.length - b.length
  return isSurrogate(x) === isSurrogate(y) ? x - y : isSurrogate(x) ? 1 : -1
}

const compareValues = (a: Value, b: Value): number => {
  if (rank(a) !== rank(b)) return rank(a) - rank(b)
  if (typeof a === 'string' && typeof b === 'string') return compareText(a, b)
  return typeof a === 'number' && typeof b === 'number' ? a - b : 0
}

/**
 * Joins rows `[rowid, ...sort values]` of several ordered queries into one order, each document once.
 * Gives the row ids of `limit` rows behind the first `skip`.
 */
export const mergeRows = (
  lists: readonly (readonly Value[][])[],
  sort: Find['sort'],
  skip: number,
  limit: number,
): number[] => {
  const unique = new Map<Value, Value[]>()
  for (const rows of lists) for (const row of rows) unique.set(row[0] ?? null, row)
  const rows = [...unique.values()].sort((a, b) => {
    for (const [index, [, direction]] of sort.entries()) {
      const order = compareValues(a[index + 1] ?? null, b[index + 1] ?? null)
      if (order !== 0) return order * direction
    }
    return 0
  })
  return rows.slice(skip, skip + limit).map(([rowId]) => rowId as number)
}
