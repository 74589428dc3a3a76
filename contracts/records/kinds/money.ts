import { EMPTY, INTEGER, may, NULL, nullable } from './json.js'
import type { Kind, Later, May, Own, Types } from './kind.js'

/** An amount of money in BRL, in whole cents; null where nothing was said. */
export interface MoneyField extends Later {
  readonly kind: 'money'
  /** cents */
  readonly min: number
  readonly max: number
}
interface MoneyTypes extends Types {
  stored: number | null
  said: May<this, number | '' | null>
  shown: Own<this>
}
declare module './kind.js' {
  interface Declared {
    money: [MoneyField, MoneyTypes]
  }
}
export const money = <const F extends Omit<MoneyField, 'kind'>>(field: F) =>
  ({ kind: 'money', ...field }) as const

export const CENTS = 100
const LOCALES = { pt: 'pt-BR', en: 'en', es: 'es' } as const

export const moneyKind: Kind<MoneyField> = {
  by: 'body',
  isNumber: true,
  stored: () => nullable(INTEGER),
  said: ({ min: minimum, max: maximum }, name) =>
    may(name, { anyOf: [{ minimum, maximum, type: 'integer' }, NULL, EMPTY] }),
  blank: () => null,
  read: (_field, value, language) =>
    new Intl.NumberFormat(LOCALES[language], { style: 'currency', currency: 'BRL' }).format(
      Number(value) / CENTS,
    ),
}
