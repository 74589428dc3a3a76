import type { LeastProfile } from '../../users/permissions.js'
import { EMPTY, FLAG, may, NULL, requiredProperty, YES_OR_NO } from './json.js'
import type { AddedLater, AnswerProperty, Kind, OptionalInBody, Types } from './kind.js'

/** 0 or 1; bodies may also say false or true. */
export interface FlagField extends AddedLater {
  readonly kind: 'flag'
  /** least profile that may change the value, or set it to another than the default in a new record */
  readonly allow?: LeastProfile
  /** the default; 0 unless given */
  readonly default?: 0 | 1
  /** answers and frames show the flag as false or true */
  readonly boolean?: true
  /** forms show the flag's opposite: 0 is yes */
  readonly opposite?: true
}
interface FlagTypes extends Types {
  stored: 0 | 1
  said: OptionalInBody<this, 0 | 1 | boolean | '' | null>
  shown: AnswerProperty<this, this['field'] extends { readonly boolean: true } ? boolean : 0 | 1>
}
declare module './kind.js' {
  interface Declared {
    flag: [FlagField, FlagTypes]
  }
}
export const flag = <const F extends Omit<FlagField, 'kind'>>(field?: F) =>
  ({ kind: 'flag', ...field }) as { readonly kind: 'flag' } & F

/** Texts for 0 and 1 of a flag whose opposite is shown. */
const YES_NO = { pt: ['Sim', 'Não'], en: ['Yes', 'No'], es: ['Sí', 'No'] } as const

export const flagKind: Kind<FlagField> = {
  by: 'body',
  isNumber: true,
  stored: () => FLAG,
  said: (_field, name) => may(name, { anyOf: [FLAG, YES_OR_NO, NULL, EMPTY] }),
  shown: (field, name) => requiredProperty(name, field.boolean ? YES_OR_NO : FLAG),
  show: (field, name, value) => ({ [name]: field.boolean ? value === 1 : value }),
  blank: (field) => field.default ?? 0,
  // a flag without texts of its own shows its value
  read: ({ opposite }, value, language) => (opposite ? YES_NO[language][value ? 1 : 0] : undefined),
  kept: (_field, said) => Number(said),
  least: (field) => field.allow,
}
