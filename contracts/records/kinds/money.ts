import { inReais } from '../../languages.js'
import { EMPTY, INTEGER, may, NULL, NUMBER, nullableSchema, requiredProperty } from './json.js'
import type { AddedLater, AnswerProperty, Kind, OptionalInBody, Types } from './kind.js'

/** An amount in BRL, in whole cents; null by default. */
export interface MoneyField extends AddedLater {
  readonly kind: 'money'
  /** cents */
  readonly min: number
  readonly max: number
  /** amounts on the wire are in whole BRL with two decimals, because existing clients expect them so */
  readonly unit?: 'real'
  /** default in cents; null unless given */
  readonly default?: number
}
interface MoneyTypes extends Types {
  stored: number | null
  said: OptionalInBody<this, number | '' | null>
  shown: AnswerProperty<this>
}
declare module './kind.js' {
  interface Declared {
    money: [MoneyField, MoneyTypes]
  }
}
export const money = <const F extends Omit<MoneyField, 'kind'>>(field: F) =>
  ({ kind: 'money', ...field }) as const

export const CENTS = 100

/** Converts an amount in BRL to cents. */
const centsOf = (said: unknown): number => Math.round(Number(said) * CENTS)

export const moneyKind: Kind<MoneyField> = {
  by: 'body',
  isNumber: true,
  stored: () => nullableSchema(INTEGER),
  said: ({ min, max, unit }, name) => {
    const [minimum, maximum] = unit === undefined ? [min, max] : [min / CENTS, max / CENTS]
    const type = unit === undefined ? 'integer' : 'number'
    return may(name, { anyOf: [{ minimum, maximum, type }, NULL, EMPTY] })
  },
  shown: ({ unit }, name) => requiredProperty(name, nullableSchema(unit === undefined ? INTEGER : NUMBER)),
  show: ({ unit }, name, value) => ({
    [name]: unit === undefined || value === null ? value : Number(value) / CENTS,
  }),
  blank: (field) => field.default ?? null,
  kept: ({ unit }, said) => (unit === undefined ? (said as number) : centsOf(said)),
  fits: ({ unit }, said) =>
    unit === undefined ||
    typeof said !== 'number' ||
    Math.abs(said * CENTS - centsOf(said)) < 1e-6 * Math.max(1, said),
  read: (_field, value, language) => inReais(Number(value) / CENTS, language),
}
