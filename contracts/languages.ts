/** The languages of the product. */
export const LANGUAGES = ['pt', 'en', 'es'] as const
export type Language = (typeof LANGUAGES)[number]
export const DEFAULT_LANGUAGE: Language = 'pt'
/** Locale for numbers and dates of a language. */
export const LOCALES: Readonly<Record<Language, string>> = { pt: 'pt-BR', en: 'en-GB', es: 'es' }

/** An amount of BRL in a language's format: `R$ 99,90`. */
export const inReais = (value: number, language: Language): string =>
  new Intl.NumberFormat(LOCALES[language], { style: 'currency', currency: 'BRL' }).format(value)

export const isLanguage = (value: string | null | undefined): value is Language =>
  LANGUAGES.some((language) => language === value)

/** The first supported language in an Accept-Language header (`es-AR,en;q=0.8`), else the default. */
export const acceptedLanguage = (header: string | undefined): Language =>
  (header ?? '')
    .split(',')
    .map((tag) => LANGUAGES.find((language) => language === tag.trim().slice(0, 2).toLowerCase()))
    .find((language) => language !== undefined) ?? DEFAULT_LANGUAGE
