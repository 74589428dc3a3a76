import { COUNT, requiredProperty } from './json.js'
import type { AnswerProperty, Kind, Types } from './kind.js'

/** The view that counts in each collection. */
export const COUNTED_BY = { 'tag-counts': 'inbox', 'quick-uses': 'quick-uses' } as const
type CountedName = keyof typeof COUNTED_BY

/**
 * Number of tickets that name the record, or of messages made with the record. No event has the number: a
 * view counts.
 */
export interface CountField {
  readonly kind: 'count'
  readonly in: CountedName
}
interface CountTypes extends Types {
  stored: never
  said: object
  shown: AnswerProperty<this, number>
}
declare module './kind.js' {
  interface Declared {
    count: [CountField, CountTypes]
  }
}
export const counted = <const F extends Omit<CountField, 'kind'>>(field: F) =>
  ({ kind: 'count', ...field }) as const

export const countKind: Kind<CountField> = {
  by: 'view',
  stored: () => COUNT,
  shown: (_field, name) => requiredProperty(name, COUNT),
  show: (field, name, _value, find, own) => ({ [name]: find(field.in, own)?.count ?? 0 }),
  blank: () => 0,
  beside: (field) => ({ of: field.in, ids: (_value, own) => [own] }),
}
