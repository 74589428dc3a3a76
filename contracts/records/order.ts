import { compareBy, type Order } from '../ticket-lists/order.js'
import { kindOf } from './kinds/index.js'
import type { RecordSpec } from './record.js'

/** Order of a record's lists, the same in the read store and in browsers. */

/** A text for sorting, without case and accents. */
export const sortedText = (text: string): string =>
  text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase().trim()

/** Digits of the numbers in a text for sorting. Longer numbers sort as texts. */
const NUMBER_DIGITS = 12
/** A text for sorting as people count: "Fila 2" before "Fila 10". Two different names may have the same text. */
export const naturalText = (text: string): string =>
  sortedText(text).replace(/\d+/g, (number) => number.padStart(NUMBER_DIGITS, '0'))

interface Named {
  readonly id: number
  readonly name: string
}
/** Compares people by their names, with numbers in names by their size. */
export const byName = (a: Named, b: Named): number =>
  a.name.localeCompare(b.name, undefined, { numeric: true }) || a.id - b.id

interface Key {
  readonly field: string
  readonly direction: 1 | -1
  /** path of the sorted value in documents */
  readonly name: string
}
/** Text fields are sorted by an extra folded field; times of creation and change are sorted unchanged. */
const keysOf = ({ order, fields }: RecordSpec): readonly Key[] =>
  order.map((word) => {
    const field = word.replace(/^-/, '')
    const direction = field === word ? 1 : -1
    return { field, direction, name: fields[field] === undefined ? field : `${field}Order` }
  })

/** The order for the read store; its last field is the record's number. */
export const orderOf = (spec: RecordSpec): Order => {
  const keys = keysOf(spec).map(({ name, direction }) => [name, direction] as const)
  return [...keys, [`${spec.name}Id`, keys.at(-1)?.[1] ?? 1]]
}

/**
 * Null sorts last in both directions. Replaced by a value, because read stores compare only values of one
 * type.
 */
const NOTHING = {
  number: { 1: Number.MAX_SAFE_INTEGER, [-1]: Number.MIN_SAFE_INTEGER },
  text: { 1: '\uffff', [-1]: '' },
} as const

/** The sorted values for a document with these values. */
export const orderValues = (
  spec: RecordSpec,
  values: Readonly<Record<string, unknown>>,
): Readonly<Record<string, string | number>> =>
  Object.fromEntries(
    keysOf(spec).flatMap(({ field, direction, name }) => {
      const declared = spec.fields[field]
      if (declared === undefined) return []
      const type = kindOf(declared).isNumber ? 'number' : 'text'
      const value = values[field] ?? null
      if (value === null) return [[name, NOTHING[type][direction]]]
      return [[name, type === 'number' ? Number(value) : naturalText(String(value))]]
    }),
  )

/** Compares two records in the form of answers. */
export const byOrder = (spec: RecordSpec) => {
  const compare = compareBy(orderOf(spec))
  const sorted = (record: { readonly id: number }) => ({
    ...record,
    ...orderValues(spec, { ...record }),
    [`${spec.name}Id`]: record.id,
  })
  return (one: { readonly id: number }, other: { readonly id: number }): number =>
    compare(sorted(one), sorted(other))
}
