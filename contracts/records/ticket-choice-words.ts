import type { Language } from '../languages.js'
import type { ChoiceValue, TicketChoiceName } from '../ticket/choices.js'
import { type Texts, textIn } from './texts.js'

/** Names of each choice and of its values. Texts alone, because the sign-in page loads them with all words. */
export const CHOICE_WORDS = {
  priority: {
    name: ['Prioridade', 'Priority', 'Prioridad'],
    values: {
      low: ['Baixa', 'Low', 'Baja'],
      normal: ['Normal', 'Normal', 'Normal'],
      high: ['Alta', 'High', 'Alta'],
      urgent: ['Urgente', 'Urgent', 'Urgente'],
    },
  },
} as const satisfies {
  readonly [K in TicketChoiceName]: {
    readonly name: Texts
    readonly values: { readonly [V in ChoiceValue<K>]: Texts }
  }
}
type ChoiceWords = typeof CHOICE_WORDS

const textsInLanguage = (all: Readonly<Record<string, Texts>>, language: Language) =>
  Object.fromEntries(Object.entries(all).map(([name, texts]) => [name, textIn(texts, language)]))

/** Names of the choices in one language. */
export const choiceNames = (language: Language) =>
  Object.fromEntries(
    Object.entries(CHOICE_WORDS).map(([field, { name }]) => [field, textIn(name, language)]),
  ) as { readonly [K in TicketChoiceName]: string }
/** Names of the values of each choice in one language. */
export const choiceValueNames = (language: Language) =>
  Object.fromEntries(
    Object.entries(CHOICE_WORDS).map(([field, { values }]) => [field, textsInLanguage(values, language)]),
  ) as { readonly [K in TicketChoiceName]: { readonly [V in keyof ChoiceWords[K]['values']]: string } }
