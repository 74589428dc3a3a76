import type { Language } from '../languages.js'
import { en } from './en.js'
import { es } from './es.js'
import { fillPlaceholders } from './fill.js'
import { pt } from './pt.js'
import { wordsOfSettings } from './settings.js'

/** Gives texts in one language: i18next in the app, `wordsOf` on the server. */
export interface Words {
  readonly language: Language
  /**
   * text of a key such as `audit:yes`, with its values filled in; `context` selects a variant (`…_context`)
   */
  t(key: string, values?: Readonly<Record<string, string | number>>): string
  /** the same text with `{{names}}` not filled in */
  template(key: string, context?: string): string
  exists(key: string): boolean
  /** a moment (ISO-8601) in the reader's format */
  moment(iso: string): string
  /** the text of an error's code; null for an unknown one */
  error(code: string): string | null
}

/** The words of a language, with those of its settings. */
const withSettingWords = <W extends { readonly audit: { readonly field: object } }>(
  words: W,
  language: Language,
) => {
  const { audit, settings } = wordsOfSettings(language)
  return { ...words, settings, audit: { ...words.audit, field: { ...words.audit.field, ...audit.field } } }
}

export const WORDS = {
  pt: withSettingWords(pt, 'pt'),
  en: withSettingWords(en, 'en'),
  es: withSettingWords(es, 'es'),
} satisfies Record<Language, object>

/** Gives the texts shared by server and app, in one language. An unknown key gives the key itself. */
export const wordsOf = (language: Language): Pick<Words, 'language' | 't' | 'template' | 'exists'> => {
  const find = (key: string): string | undefined => {
    let found: unknown = WORDS[language]
    for (const name of key.split(/[:.]/)) found = (found as Record<string, unknown> | undefined)?.[name]
    return typeof found === 'string' ? found : undefined
  }
  const template = (key: string, context = ''): string => find(`${key}_${context}`) ?? find(key) ?? key
  return {
    language,
    template,
    exists: (key) => find(key) !== undefined,
    t: (key, values = {}) =>
      fillPlaceholders(template(key, String(values.context ?? '')), (name) => String(values[name] ?? '')),
  }
}
