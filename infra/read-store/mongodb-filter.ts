import type { Document, Filter, Sort } from 'mongodb'
import { checkedField } from './names.js'
import type { Condition, Doc, FindQuery, Scalar, Where } from './read-store.js'

/** A stored document: the document itself under `doc`, beside its search words. */
export interface KeptDocument {
  readonly _id: string
  readonly doc: Doc
  readonly words?: readonly string[]
}

type Piece = Filter<KeptDocument>
const NEVER: Piece = { _id: { $in: [] } }

/** Path of a field in a stored document. */
export const pathOf = (field: string): string => {
  checkedField(field)
  return field === 'id' ? '_id' : `doc.${field}`
}

/** Admits only plain values: an object could contain operators. */
const plainValue = (value: Scalar): Scalar => {
  if (value !== null && !['string', 'number', 'boolean'].includes(typeof value)) {
    throw new TypeError('a condition compares with a plain value')
  }
  return value
}

const equalsFilter = (field: string, value: Scalar): Piece => ({
  [pathOf(field)]: { $eq: plainValue(value) },
})

/** MongoDB compares among values of one kind only, and with null by equality. */
const compareFilter = (field: string, operator: '$lt' | '$lte' | '$gt' | '$gte', value: Scalar): Piece => {
  if (value === null) return operator.endsWith('e') ? equalsFilter(field, null) : NEVER
  return { [pathOf(field)]: { [operator]: plainValue(value) } }
}

const conditionFilter = (field: string, condition: Condition): Piece => {
  if (condition === null || typeof condition !== 'object') return equalsFilter(field, condition)
  if ('in' in condition) return { [pathOf(field)]: { $in: condition.in.map(plainValue) } }
  if ('from' in condition) {
    return {
      $and: [compareFilter(field, '$gte', condition.from), compareFilter(field, '$lte', condition.to)],
    }
  }
  if ('lt' in condition) return compareFilter(field, '$lt', condition.lt)
  if ('lte' in condition) return compareFilter(field, '$lte', condition.lte)
  if ('gt' in condition) return compareFilter(field, '$gt', condition.gt)
  if ('gte' in condition) return compareFilter(field, '$gte', condition.gte)
  // Equality with an array means that it holds the value.
  return andFilter([condition.has].flat().map((value) => equalsFilter(field, value as Scalar)))
}

const andFilter = (pieces: readonly Piece[]): Piece => {
  const [first, ...more] = pieces
  if (first === undefined) return {}
  return more.length === 0 ? first : { $and: [...pieces] }
}

const orFilter = (pieces: readonly Piece[]): Piece => {
  const [first, ...more] = pieces
  if (first === undefined) return NEVER
  return more.length === 0 ? first : { $or: [...pieces] }
}

const whereFilter = (where: Where): Piece =>
  andFilter(Object.entries(where).map(([field, condition]) => conditionFilter(field, condition)))

/** Values of one field that lie behind `value`: one piece for each kind, since a comparison stays within one. */
const filterBeyond = (field: string, direction: 1 | -1, value: Scalar): readonly Piece[] => {
  const path = pathOf(field)
  const isRequired = field === 'id' || field === 'companyId'
  if (value === null) return direction === 1 ? [{ [path]: { $ne: null } }] : []
  const pieces = [compareFilter(field, direction === 1 ? '$gt' : '$lt', value)]
  if (isRequired) return pieces
  if (direction === 1) return typeof value === 'number' ? [...pieces, { [path]: { $gte: '' } }] : pieces
  if (typeof value === 'string') pieces.push({ [path]: { $lte: Number.POSITIVE_INFINITY } })
  return [...pieces, equalsFilter(field, null)]
}

/** The part of a sort order behind a document. Nulls come before everything else. */
const filterBehind = (sort: FindQuery['sort'], after: readonly Scalar[] | undefined): readonly Piece[] => {
  if (after === undefined) return [{}]
  if (after.length !== sort.length) throw new TypeError('`after` has one value for each sorted field')
  return sort.flatMap(([field, direction], index) => {
    const same = sort.slice(0, index).map(([name], at) => equalsFilter(name, after[at] as Scalar))
    return filterBeyond(field, direction, after[index] as Scalar).map((piece) => andFilter([...same, piece]))
  })
}

const isEmpty = (piece: Piece): boolean => Object.keys(piece).length === 0

/**
 * The filter of a query. Alternatives stand at its top, each with one range of the sort order. So each alternative
 * walks an index in order and MongoDB merges them. `always`: conditions that hold in each.
 */
export const filterOf = (
  where: Where | readonly Where[],
  order: { readonly sort: FindQuery['sort']; readonly after?: readonly Scalar[] | undefined } = { sort: [] },
  always: readonly Piece[] = [],
): Piece => {
  const alternatives = (Array.isArray(where) ? where : [where]) as readonly Where[]
  const ranges = filterBehind(order.sort, order.after)
  return orFilter(
    alternatives
      .map(whereFilter)
      .flatMap((alternative) =>
        ranges.map((range) => andFilter([...always, alternative, range].filter((piece) => !isEmpty(piece)))),
      ),
  )
}

export const sortOf = (sort: FindQuery['sort']): Sort =>
  Object.fromEntries(sort.map(([field, direction]) => [pathOf(field), direction]))

/** Matches documents with a word of this prefix. The range ends with the highest character, which no word contains. */
const beginsLike = (word: string): Piece => ({
  words: { $elemMatch: { $gte: word, $lt: `${word}\u{10ffff}` } },
})
/** Has a word that begins like one of these. */
export const hasPrefixOf = ([word = '', ...others]: readonly string[]): Piece =>
  others.length === 0 ? beginsLike(word) : { $or: [word, ...others].map(beginsLike) }

/** Texts of a field that several documents of a company share, with each field of `lacking` null in at least one. */
export const repeatedIn = (
  companyId: number,
  field: string,
  lacking: readonly string[],
  after: string,
  limit: number,
): Document[] => {
  const isNull = (name: string) => ({ $eq: [{ $ifNull: [`$${pathOf(name)}`, null] }, null] })
  const lack = (name: string) => ({ $sum: { $cond: [isNull(name), 1, 0] } })
  const lacks = lacking.map((name, index) => [`lack${index}`, lack(name)] as const)
  return [
    { $match: andFilter([equalsFilter('companyId', companyId), compareFilter(field, '$gt', after)]) },
    { $group: { _id: `$${pathOf(field)}`, count: { $sum: 1 }, ...Object.fromEntries(lacks) } },
    { $match: { count: { $gt: 1 }, ...Object.fromEntries(lacks.map(([name]) => [name, { $gt: 0 }])) } },
    { $sort: { _id: 1 } },
    { $limit: limit },
  ]
}
