import { type Texts, textIn } from '../texts.js'
import { may, nullableSchema, oneOf, requiredProperty } from './json.js'
import type { AddedLater, AnswerProperty, Kind, RequiredInBody, Types } from './kind.js'

/** One of several named values. */
export interface ChoiceField extends AddedLater {
  readonly kind: 'choice'
  /** the values, each with its name in every language */
  readonly of: Readonly<Record<string, Texts>>
  /** default value; without a default, bodies need a value */
  readonly default?: string
}
type ChosenValue<F> = F extends { readonly of: infer O } ? keyof O & string : never
interface ChoiceTypes extends Types {
  stored: ChosenValue<this['field']>
  said: RequiredInBody<this, ChosenValue<this['field']>>
  shown: AnswerProperty<this>
}
declare module './kind.js' {
  interface Declared {
    choice: [ChoiceField, ChoiceTypes]
  }
}
export const choice = <
  const O extends ChoiceField['of'],
  const F extends Omit<ChoiceField, 'kind' | 'of' | 'default'> & { readonly default?: keyof O },
>(
  field: { readonly of: O } & F,
) => ({ kind: 'choice', ...field }) as { readonly kind: 'choice'; readonly of: O } & F

const schemaOf = ({ of }: ChoiceField) => oneOf(Object.keys(of))

export const choiceKind: Kind<ChoiceField> = {
  by: 'body',
  stored: schemaOf,
  said: (field, name) =>
    field.default === undefined
      ? requiredProperty(name, schemaOf(field))
      : may(name, nullableSchema(schemaOf(field))),
  blank: (field) => field.default ?? null,
  asked: (field) => field.default === undefined,
  read: ({ of }, value, language) => {
    const texts = of[String(value)]
    return texts && textIn(texts, language)
  },
}
