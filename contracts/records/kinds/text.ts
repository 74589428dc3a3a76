import { VISIBLE_CHARACTER } from '../../plain-text.js'
import { type Json, may, nullableSchema, requiredProperty, TEXT } from './json.js'
import type { AddedLater, AnswerProperty, Kind, RequiredInBody, Types } from './kind.js'

/** A text, trimmed. */
export interface TextField extends AddedLater {
  readonly kind: 'text'
  /** characters */
  readonly min: number
  readonly max: number
  /** default text; without a default, bodies need a value */
  readonly default?: string
  /** the text is sent to contacts: its variables are replaced at sending (contracts/message/variables.ts) */
  readonly sent?: true
}
interface TextTypes extends Types {
  stored: string
  said: RequiredInBody<this, string>
  shown: AnswerProperty<this>
}
declare module './kind.js' {
  interface Declared {
    text: [TextField, TextTypes]
  }
}
export const text = <const F extends Omit<TextField, 'kind'>>(field: F) =>
  ({ kind: 'text', ...field }) as const

/** A text of at least `min` characters after trimming, the first and the last one visible. */
const schemaOf = ({ min, max }: TextField): Json =>
  min === 0
    ? { maxLength: max, type: 'string' }
    : {
        minLength: min,
        maxLength: max,
        pattern:
          min === 1 ? VISIBLE_CHARACTER : `${VISIBLE_CHARACTER}[\\s\\S]{${min - 2},}${VISIBLE_CHARACTER}`,
        type: 'string',
      }

export const textKind: Kind<TextField> = {
  by: 'body',
  stored: () => TEXT,
  said: (field, name) =>
    field.default === undefined
      ? requiredProperty(name, schemaOf(field))
      : may(name, nullableSchema(schemaOf(field))),
  blank: (field) => field.default ?? '',
  kept: (_field, said) => String(said).trim(),
  asked: (field) => field.default === undefined,
  emptied: '',
}
