import dayjs from 'dayjs'
import i18next, { type BackendModule } from 'i18next'
import { initReactI18next } from 'react-i18next'
import { readStored, store } from '../app/storage.js'

export const LANGUAGES = ['pt', 'en', 'es'] as const
export type Language = (typeof LANGUAGES)[number]

/** Each language under its own name. */
export const LANGUAGE_NAMES: Readonly<Record<Language, string>> = {
  pt: 'Português',
  en: 'English',
  es: 'Español',
}

/** What `lang` of the page and of Intl is called. */
export const LOCALE_OF: Readonly<Record<Language, string>> = { pt: 'pt-BR', en: 'en-GB', es: 'es' }

type Texts = Record<string, unknown>
/** Portuguese, the default and the fallback, comes with the app; the others when somebody chooses them. One file a feature. */
const portuguese = import.meta.glob<Texts>('./pt/*.json', { eager: true, import: 'default' })
const others = import.meta.glob<Texts>(['./en/*.json', './es/*.json'], { import: 'default' })

const nameOf = (path: string): string => path.slice(path.lastIndexOf('/') + 1, -'.json'.length)
const NAMESPACES = Object.keys(portuguese).map(nameOf)

const backend: BackendModule = {
  type: 'backend',
  init: () => undefined,
  read: (language, namespace, done) => {
    const load = others[`./${language}/${namespace}.json`]
    if (load === undefined) done(null, {})
    else
      load().then(
        (texts) => done(null, texts as Record<string, string>),
        (failure: Error) => done(failure, true),
      )
  },
}

const isLanguage = (value: string | null | undefined): value is Language =>
  LANGUAGES.some((language) => language === value)

/** The language chosen here before, else the browser's if we speak it, else Portuguese. */
const firstLanguage = (): Language => {
  const stored = readStored('guiche.language')
  if (isLanguage(stored)) return stored
  const browser = navigator.language.slice(0, 2)
  return isLanguage(browser) ? browser : 'pt'
}

const WEEKS: Record<Language, () => Promise<unknown>> = {
  pt: () => import('dayjs/locale/pt-br.js'),
  en: () => Promise.resolve(),
  es: () => import('dayjs/locale/es.js'),
}

const applyLanguage = (language: Language): void => {
  document.documentElement.lang = LOCALE_OF[language]
  const locale = language === 'pt' ? 'pt-br' : language
  WEEKS[language]().then(
    () => dayjs.locale(locale),
    () => undefined,
  )
}

/** The language shown now. */
export const currentLanguage = (): Language => (isLanguage(i18next.language) ? i18next.language : 'pt')

/** Changes the language of everything and remembers it. */
export const chooseLanguage = async (language: Language): Promise<void> => {
  store('guiche.language', language)
  await i18next.changeLanguage(language)
}

/**
 * Starts i18next. Keys are always written whole, `namespace:path.to.text`, so that a test can find each use
 * (i18n/keys.test.ts).
 */
export const startTexts = async (): Promise<void> => {
  i18next.on('languageChanged', (language) => isLanguage(language) && applyLanguage(language))
  await i18next
    .use(backend)
    .use(initReactI18next)
    .init({
      lng: firstLanguage(),
      fallbackLng: 'pt',
      supportedLngs: [...LANGUAGES],
      ns: NAMESPACES,
      defaultNS: 'common',
      partialBundledLanguages: true,
      resources: {
        pt: Object.fromEntries(Object.entries(portuguese).map(([path, texts]) => [nameOf(path), texts])),
      },
      interpolation: { escapeValue: false },
      react: { useSuspense: true },
    })
}
