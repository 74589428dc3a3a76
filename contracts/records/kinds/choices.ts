import type { Language } from '../../languages.js'
import { type Texts, textIn } from '../texts.js'
import { listOf, may, nullableSchema, oneOf } from './json.js'
import type { AddedLater, AnswerProperty, Kind, OptionalInBody, Types } from './kind.js'

/** Several of some named values, each once and in the order of the declaration; an empty list by default. */
export interface ChoicesField extends AddedLater {
  readonly kind: 'choices'
  /** the values, each with its name in every language */
  readonly of: Readonly<Record<string, Texts>>
  /** text for an empty list, in each language */
  readonly none: Texts
}
type ChosenValues<F> = F extends { readonly of: infer O } ? (keyof O & string)[] : never
interface ChoicesTypes extends Types {
  stored: ChosenValues<this['field']>
  said: OptionalInBody<this, ChosenValues<this['field']> | null>
  shown: AnswerProperty<this, ChosenValues<this['field']>>
}
declare module './kind.js' {
  interface Declared {
    choices: [ChoicesField, ChoicesTypes]
  }
}
export const choices = <const F extends Omit<ChoicesField, 'kind'>>(field: F) =>
  ({ kind: 'choices', ...field }) as { readonly kind: 'choices' } & F

const valuesIn = (value: unknown) => value as readonly string[]

export const choicesKind: Kind<ChoicesField> = {
  by: 'body',
  stored: ({ of }) => listOf(oneOf(Object.keys(of))),
  said: ({ of }, name) => may(name, nullableSchema(listOf(oneOf(Object.keys(of)), { uniqueItems: true }))),
  read: ({ of, none }, value, language: Language) => {
    const chosen = valuesIn(value)
    if (chosen.length === 0) return textIn(none, language)
    return chosen.map((one) => (of[one] === undefined ? one : textIn(of[one], language))).join(', ')
  },
  blank: () => [],
  kept: ({ of }, said) => Object.keys(of).filter((one) => valuesIn(said).includes(one)),
  isList: true,
}
