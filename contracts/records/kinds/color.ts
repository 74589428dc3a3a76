import { type Json, may, nullableSchema, requiredProperty, TEXT } from './json.js'
import type { AddedLater, AnswerProperty, Kind, RequiredInBody, Types } from './kind.js'

/** A colour as CSS has it: `#` and 3, 4, 6 or 8 hex digits. */
export const COLOR = '^#(?:[0-9a-fA-F]{3,4}|[0-9a-fA-F]{6}|[0-9a-fA-F]{8})$'
export interface ColorField extends AddedLater {
  readonly kind: 'color'
  /** default color; without a default, bodies need a value */
  readonly default?: string
}
interface ColorTypes extends Types {
  stored: string
  said: RequiredInBody<this, string>
  shown: AnswerProperty<this>
}
declare module './kind.js' {
  interface Declared {
    color: [ColorField, ColorTypes]
  }
}
export const color = <const F extends Omit<ColorField, 'kind'>>(field?: F) =>
  ({ kind: 'color', ...field }) as { readonly kind: 'color' } & F

const SCHEMA: Json = { minLength: 4, maxLength: 9, pattern: COLOR, type: 'string' }

export const colorKind: Kind<ColorField> = {
  by: 'body',
  stored: () => TEXT,
  said: (field, name) =>
    field.default === undefined ? requiredProperty(name, SCHEMA) : may(name, nullableSchema(SCHEMA)),
  blank: (field) => field.default ?? '',
  kept: (_field, said) => String(said).trim(),
  asked: (field) => field.default === undefined,
}
