import { may, nullableSchema, requiredProperty, TEXT } from './json.js'
import type { AddedLater, AnswerProperty, Kind, OptionalInBody, Types } from './kind.js'

/**
 * A text that is never shown again, such as a key of another system; null for none. Events name its entry in
 * the vault. The entry is removed when another secret replaces the text, and with the record.
 */
export interface SecretField extends AddedLater {
  readonly kind: 'secret'
  /** characters */
  readonly max: number
}
interface SecretTypes extends Types {
  /** key of the secret's entry in the vault */
  stored: string | null
  said: OptionalInBody<this, string | null>
  shown: AnswerProperty<this, typeof MASK | null>
}
declare module './kind.js' {
  interface Declared {
    secret: [SecretField, SecretTypes]
  }
}
export const secret = <const F extends Omit<SecretField, 'kind'>>(field: F) =>
  ({ kind: 'secret', ...field }) as const

/** The text that answers show instead of a secret. A body with this text leaves the secret unchanged. */
export const MASK = '••••••••'

export const secretKind: Kind<SecretField> = {
  by: 'body',
  stored: () => nullableSchema(TEXT),
  said: ({ max }, name) => may(name, nullableSchema({ maxLength: max, type: 'string' })),
  shown: (_field, name) => requiredProperty(name, nullableSchema({ const: MASK, type: 'string' })),
  show: (_field, name, value) => ({ [name]: value === null ? null : MASK }),
  blank: () => null,
  outside: 'vault',
  holds: (value) => (typeof value === 'string' ? [value] : []),
  emptied: null,
}
