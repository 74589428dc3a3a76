import { EMPTY, INTEGER, may, NULL, nullableSchema, requiredProperty, TEXT } from './json.js'
import type { AddedLater, AnswerProperty, Kind, OptionalInBody, Types } from './kind.js'

/**
 * A number among siblings, from 1 on. Clients read and write it as a text ("2"); a number is accepted, too.
 * Null by default: the record's decisions assign the number.
 */
export interface OrdinalField extends AddedLater {
  readonly kind: 'ordinal'
  readonly max: number
}
interface OrdinalTypes extends Types {
  stored: number | null
  said: OptionalInBody<this, number | string | null>
  shown: AnswerProperty<this, string>
}
declare module './kind.js' {
  interface Declared {
    ordinal: [OrdinalField, OrdinalTypes]
  }
}
export const ordinal = <const F extends Omit<OrdinalField, 'kind'>>(field: F) =>
  ({ kind: 'ordinal', ...field }) as const

const DIGITS = { pattern: '^[1-9][0-9]{0,3}$', type: 'string' }

export const ordinalKind: Kind<OrdinalField> = {
  by: 'body',
  isNumber: true,
  stored: () => nullableSchema(INTEGER),
  said: ({ max: maximum }, name) =>
    may(name, { anyOf: [{ minimum: 1, maximum, type: 'integer' }, DIGITS, NULL, EMPTY] }),
  shown: (_field, name) => requiredProperty(name, TEXT),
  show: (_field, name, value) => ({ [name]: value === null ? '' : String(value) }),
  blank: () => null,
  kept: ({ max }, said) => Math.min(max, Number(said)),
}
