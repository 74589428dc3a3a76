import { DEFAULT_LANGUAGE, isLanguage, type Language, LOCALES } from '@guiche/contracts/languages.js'
import dayjs from 'dayjs'
import i18next from 'i18next'
import { readStored, storeText } from '../base/storage.js'
import { type Tree, withPluralForms } from './plurals.js'
import { textsChanged } from './use-translation.js'

/** Each language's name in that language. */
export const LANGUAGE_NAMES: Readonly<Record<Language, string>> = {
  pt: 'Português',
  en: 'English',
  es: 'Español',
}

type Texts = Readonly<Record<string, Tree>>

/** Portuguese, the default and fallback, is bundled with the app for the pages before the sign-in. */
const first: Texts = import.meta.glob(
  ['./texts/pt.json', '../features/{session,setup,invitation}/texts/pt.json'],
  {
    eager: true,
    import: 'default',
  },
)

type LazyTexts = Readonly<Record<string, () => Promise<Tree>>>
const files: Readonly<Record<Language, () => Promise<{ texts: Texts; words: Texts; later: LazyTexts }>>> = {
  pt: () => import('./languages/pt.js'),
  en: () => import('./languages/en.js'),
  es: () => import('./languages/es.js'),
}
const calendars: Readonly<Record<Language, () => Promise<unknown>>> = {
  pt: () => import('dayjs/locale/pt-br.js'),
  en: () => Promise.resolve(),
  es: () => import('dayjs/locale/es.js'),
}

/** The language chosen in this browser, else Portuguese; the browser's own language does not count. */
const firstLanguage = (): Language => {
  const stored = readStored('guiche.language')
  return isLanguage(stored) ? stored : DEFAULT_LANGUAGE
}

/**
 * Adds files of texts. A feature's folder is the namespace of its texts; those of the whole app are `common`.
 */
const addTexts = (language: Language, texts: Texts): void => {
  for (const [path, tree] of Object.entries(texts)) {
    const namespace = /features\/([\w-]+)\//.exec(path)?.[1] ?? 'common'
    i18next.addResourceBundle(language, namespace, withPluralForms(tree), true, true)
  }
}

/** Texts loaded with the pages before the sign-in, which do without the file of a language. */
const entrance = import.meta.glob<Tree>('../features/{password-reset,sign-up}/page-texts/*.json', {
  import: 'default',
})
/** features whose pages were opened */
const opened = new Set<string>()

/** Loads the texts of opened pages; see page-with-texts.ts. */
const loadLater = async (language: Language): Promise<void> => {
  const ofFeature = async (feature: string): Promise<void> => {
    const path = `../features/${feature}/page-texts/${language}.json`
    const read = entrance[path] ?? (await files[language]()).later[`../${path}`]
    addTexts(language, { [path]: (await read?.()) ?? {} })
  }
  await Promise.all([...opened].map(ofFeature))
}

/** Loads the texts of a feature's pages, in the shown language and its fallback. */
export const loadTextsOf = async (feature: string): Promise<void> => {
  opened.add(feature)
  await Promise.all([loadLater(DEFAULT_LANGUAGE), loadLater(currentLanguage())])
  textsChanged()
}

const loadTexts = async (language: Language): Promise<void> => {
  const [{ texts, words }] = await Promise.all([
    files[language](),
    calendars[language](),
    loadLater(language),
  ])
  addTexts(language, texts)
  for (const [namespace, tree] of Object.entries(words)) {
    i18next.addResourceBundle(language, namespace, tree, true, true)
  }
  textsChanged()
}

const applyLanguage = (language: Language): void => {
  document.documentElement.lang = LOCALES[language]
  dayjs.locale(language === 'pt' ? 'pt-br' : language)
  textsChanged()
}

/** The language shown now. */
export const currentLanguage = (): Language =>
  isLanguage(i18next.language) ? i18next.language : DEFAULT_LANGUAGE

/** Several names as part of a sentence: `Ana, Bia e Caio`. */
export const joinNames = (names: readonly string[]): string =>
  new Intl.ListFormat(currentLanguage()).format(names)

/** Changes the language of the app and stores the choice. Rejects if its texts cannot be loaded. */
export const chooseLanguage = async (language: Language): Promise<void> => {
  await loadTexts(language)
  storeText('guiche.language', language)
  await i18next.changeLanguage(language)
}

/** Loads the texts of the pages after the sign-in; texts of another language are loaded already. */
export const loadAppTexts = async (): Promise<void> => {
  await loadTexts('pt')
  applyLanguage(currentLanguage())
}

/**
 * Starts i18next. Keys are always written whole, `namespace:path.to.text`, so that a test can find each use
 * (keys.test.ts). A language that cannot be loaded falls back to Portuguese.
 */
export const startTexts = async (): Promise<void> => {
  i18next.on('languageChanged', (language) => isLanguage(language) && applyLanguage(language))
  await i18next.init({
    lng: 'pt',
    fallbackLng: 'pt',
    defaultNS: 'common',
    resources: {},
    interpolation: { escapeValue: false },
  })
  addTexts('pt', first)
  const language = firstLanguage()
  if (language === 'pt') return
  await loadTexts(language).then(
    () => i18next.changeLanguage(language),
    () => undefined,
  )
}
