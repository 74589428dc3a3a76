import { nullableSchema, oneOf, TEXT } from './json.js'
import type { AddedLater, AnswerProperty, Kind, Types } from './kind.js'

/**
 * The outcome of work on the record. No request body sets it; a process does, by the command `settle`. With
 * `of` the outcome is one of these words, the first by default. Without `of` it is a text, null by default.
 */
export interface OutcomeField extends AddedLater {
  readonly kind: 'outcome'
  readonly of?: readonly [string, ...string[]]
}
interface OutcomeTypes extends Types {
  stored: this['field'] extends { readonly of: readonly (infer W)[] } ? W : string | null
  said: object
  shown: AnswerProperty<this>
}
declare module './kind.js' {
  interface Declared {
    outcome: [OutcomeField, OutcomeTypes]
  }
}
export const outcome = <const F extends Omit<OutcomeField, 'kind'>>(field?: F) =>
  ({ kind: 'outcome', ...field }) as { readonly kind: 'outcome' } & F

export const outcomeKind: Kind<OutcomeField> = {
  by: 'process',
  stored: (field) => (field.of === undefined ? nullableSchema(TEXT) : oneOf(field.of)),
  blank: (field) => field.of?.[0] ?? null,
}
