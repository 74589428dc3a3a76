import { EMPTY, INTEGER, may, NULL, nullableSchema } from './json.js'
import type { AddedLater, AnswerProperty, Kind, OptionalInBody, Types } from './kind.js'

/** An integer, null by default. */
export interface IntegerField extends AddedLater {
  readonly kind: 'integer'
  readonly min: number
  readonly max: number
}
interface IntegerTypes extends Types {
  stored: number | null
  said: OptionalInBody<this, number | '' | null>
  shown: AnswerProperty<this>
}
declare module './kind.js' {
  interface Declared {
    integer: [IntegerField, IntegerTypes]
  }
}
export const integer = <const F extends Omit<IntegerField, 'kind'>>(field: F) =>
  ({ kind: 'integer', ...field }) as const

export const integerKind: Kind<IntegerField> = {
  by: 'body',
  isNumber: true,
  stored: () => nullableSchema(INTEGER),
  said: ({ min: minimum, max: maximum }, name) =>
    may(name, { anyOf: [{ minimum, maximum, type: 'integer' }, NULL, EMPTY] }),
  blank: () => null,
}
