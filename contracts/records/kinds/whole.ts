import { EMPTY, INTEGER, may, NULL, nullable } from './json.js'
import type { Kind, Later, May, Own, Types } from './kind.js'

/** A whole number, null by default. */
export interface WholeField extends Later {
  readonly kind: 'whole'
  readonly min: number
  readonly max: number
}
interface WholeTypes extends Types {
  stored: number | null
  said: May<this, number | '' | null>
  shown: Own<this>
}
declare module './kind.js' {
  interface Declared {
    whole: [WholeField, WholeTypes]
  }
}
export const whole = <const F extends Omit<WholeField, 'kind'>>(field: F) =>
  ({ kind: 'whole', ...field }) as const

export const wholeKind: Kind<WholeField> = {
  by: 'body',
  isNumber: true,
  stored: () => nullable(INTEGER),
  said: ({ min: minimum, max: maximum }, name) =>
    may(name, { anyOf: [{ minimum, maximum, type: 'integer' }, NULL, EMPTY] }),
  blank: () => null,
}
