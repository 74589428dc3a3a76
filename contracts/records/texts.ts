import { LANGUAGES, type Language } from '../languages.js'

/** A text in each language. */
export type Texts = readonly [pt: string, en: string, es: string]

export const textIn = (texts: Texts, language: Language): string => texts[LANGUAGES.indexOf(language)] ?? ''
