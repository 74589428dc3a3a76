import type { Document, Filter, Sort } from 'mongodb'
import { checkedField } from './names.js'
import type { Condition, Doc, Find, Scalar, Where } from './read-store.js'

/** A stored document: the document itself under `doc`, beside its search words. */
export interface Kept {
  readonly _id: string
  readonly doc: Doc
  readonly words?: readonly string[]
}

type Piece = Filter<Kept>
const NEVER: Piece = { _id: { $in: [] } }

/** Path of a field in a stored document. */
export const pathOf = (field: string): string => {
  checkedField(field)
  return field === 'id' ? '_id' : `doc.${field}`
}

/** Admits only plain values: an object could contain operators. */
const plain = (value: Scalar): Scalar => {
  if (value !== null && !['string', 'number', 'boolean'].includes(typeof value)) {
    throw new TypeError('a condition compares with a plain value')
  }
  return value
}

const equals = (field: string, value: Scalar): Piece => ({ [pathOf(field)]: { $eq: plain(value) } })

/** MongoDB compares among values of one kind only, and with null by equality. */
const compare = (field: string, operator: '$lt' | '$lte' | '$gt' | '$gte', value: Scalar): Piece => {
  if (value === null) return operator.endsWith('e') ? equals(field, null) : NEVER
  return { [pathOf(field)]: { [operator]: plain(value) } }
}

const conditionFilter = (field: string, condition: Condition): Piece => {
  if (condition === null || typeof condition !== 'object') return equals(field, condition)
  if ('in' in condition) return { [pathOf(field)]: { $in: condition.in.map(plain) } }
  if ('from' in condition) {
    return { $and: [compare(field, '$gte', condition.from), compare(field, '$lte', condition.to)] }
  }
  if ('lt' in condition) return compare(field, '$lt', condition.lt)
  if ('lte' in condition) return compare(field, '$lte', condition.lte)
  if ('gt' in condition) return compare(field, '$gt', condition.gt)
  if ('gte' in condition) return compare(field, '$gte', condition.gte)
  // Equality with an array means that it holds the value.
  return both([condition.has].flat().map((value) => equals(field, value as Scalar)))
}

const both = (pieces: readonly Piece[]): Piece => {
  const [first, ...more] = pieces
  if (first === undefined) return {}
  return more.length === 0 ? first : { $and: [...pieces] }
}

const either = (pieces: readonly Piece[]): Piece => {
  const [first, ...more] = pieces
  if (first === undefined) return NEVER
  return more.length === 0 ? first : { $or: [...pieces] }
}

const whereFilter = (where: Where): Piece =>
  both(Object.entries(where).map(([field, condition]) => conditionFilter(field, condition)))

/** Values of one field that lie behind `value`: one piece for each kind, since a comparison stays within one. */
const beyond = (field: string, direction: 1 | -1, value: Scalar): readonly Piece[] => {
  const path = pathOf(field)
  const isRequired = field === 'id' || field === 'companyId'
  if (value === null) return direction === 1 ? [{ [path]: { $ne: null } }] : []
  const pieces = [compare(field, direction === 1 ? '$gt' : '$lt', value)]
  if (isRequired) return pieces
  if (direction === 1) return typeof value === 'number' ? [...pieces, { [path]: { $gte: '' } }] : pieces
  if (typeof value === 'string') pieces.push({ [path]: { $lte: Number.POSITIVE_INFINITY } })
  return [...pieces, equals(field, null)]
}

/** The part of a sort order behind a document. Nulls come before everything else. */
const behind = (sort: Find['sort'], after: readonly Scalar[] | undefined): readonly Piece[] => {
  if (after === undefined) return [{}]
  if (after.length !== sort.length) throw new TypeError('`after` has one value for each sorted field')
  return sort.flatMap(([field, direction], index) => {
    const same = sort.slice(0, index).map(([name], at) => equals(name, after[at] as Scalar))
    return beyond(field, direction, after[index] as Scalar).map((piece) => both([...same, piece]))
  })
}

const isEmpty = (piece: Piece): boolean => Object.keys(piece).length === 0

/**
 * The filter of a query. Alternatives stand at its top, each with one range of the sort order. So each alternative
 * walks an index in order and MongoDB merges them. `always`: conditions that hold in each.
 */
export const filterOf = (
  where: Where | readonly Where[],
  order: { readonly sort: Find['sort']; readonly after?: readonly Scalar[] | undefined } = { sort: [] },
  always: readonly Piece[] = [],
): Piece => {
  const alternatives = (Array.isArray(where) ? where : [where]) as readonly Where[]
  const ranges = behind(order.sort, order.after)
  return either(
    alternatives
      .map(whereFilter)
      .flatMap((alternative) =>
        ranges.map((range) => both([...always, alternative, range].filter((piece) => !isEmpty(piece)))),
      ),
  )
}

export const sortOf = (sort: Find['sort']): Sort =>
  Object.fromEntries(sort.map(([field, direction]) => [pathOf(field), direction]))

/** Matches documents with a word of this prefix. The range ends with the highest character, which no word contains. */
const beginsLike = (word: string): Piece => ({
  words: { $elemMatch: { $gte: word, $lt: `${word}\u{10ffff}` } },
})
/** Has a word that begins like one of these. */
export const beginsLikeOne = ([word = '', ...others]: readonly string[]): Piece =>
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
    { $match: both([equals('companyId', companyId), compare(field, '$gt', after)]) },
    { $group: { _id: `$${pathOf(field)}`, count: { $sum: 1 }, ...Object.fromEntries(lacks) } },
    { $match: { count: { $gt: 1 }, ...Object.fromEntries(lacks.map(([name]) => [name, { $gt: 0 }])) } },
    { $sort: { _id: 1 } },
    { $limit: limit },
  ]
}
