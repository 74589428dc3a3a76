import { COUNT, must } from './json.js'
import type { Kind, Own, Types } from './kind.js'

/** How many tickets name the record. It stands in no event: the view `inbox` counts it in this collection. */
export interface CountField {
  readonly kind: 'count'
  readonly in: 'tag-counts'
}
interface CountTypes extends Types {
  stored: never
  said: object
  shown: Own<this, number>
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
  shown: (_field, name) => must(name, COUNT),
  show: (field, name, _value, find, own) => ({ [name]: find(field.in, own)?.count ?? 0 }),
  blank: () => 0,
  beside: (field) => ({ of: field.in, ids: (_value, own) => [own] }),
}
