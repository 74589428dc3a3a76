import { EMPTY, may, NULL, nullableSchema, requiredProperty } from './json.js'
import type { AddedLater, AnswerProperty, Kind, OptionalInBody, Types } from './kind.js'

/** A calendar day, `yyyy-MM-dd`, the same in every time zone; null by default. */
export interface DateField extends AddedLater {
  readonly kind: 'date'
  /** bodies need a value, which is never null */
  readonly required?: true
}
type Day<T extends Types> = T['field'] extends { readonly required: true } ? string : string | null
interface DateTypes extends Types {
  stored: Day<this>
  said: null extends Day<this> ? OptionalInBody<this, string | null> : { [K in this['name']]: string }
  shown: AnswerProperty<this>
}
declare module './kind.js' {
  interface Declared {
    date: [DateField, DateTypes]
  }
}
export const date = <const F extends Omit<DateField, 'kind'>>(field?: F) =>
  ({ kind: 'date', ...field }) as { readonly kind: 'date' } & F

const DAY = { format: 'date', type: 'string' }

export const dateKind: Kind<DateField> = {
  by: 'body',
  stored: ({ required }) => (required ? DAY : nullableSchema(DAY)),
  said: ({ required }, name) =>
    required ? requiredProperty(name, DAY) : may(name, { anyOf: [DAY, NULL, EMPTY] }),
  blank: () => null,
  asked: ({ required }) => required ?? false,
  // the format of a day is the same in all our languages
  read: (_field, value) => String(value).split('-').reverse().join('/'),
}
