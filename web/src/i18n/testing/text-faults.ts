import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { LANGUAGES, type Language } from '@guiche/contracts/languages.js'
import { RECORDS } from '@guiche/contracts/records/index.js'
import type { RecordSpec } from '@guiche/contracts/records/record.js'
import { filtersOf } from '@guiche/contracts/ticket-lists/filters.js'
import { withPluralForms } from '../plurals.js'
import { allTexts, leavesOf, SOURCE_FOLDER } from './texts.js'

type Texts = readonly (readonly [key: string, text: string])[]

/** The app's texts in every language, and the source code that uses them. */
export interface Interface {
  readonly texts: Readonly<Record<Language, Texts>>
  /** all source files that use texts, joined */
  readonly sources: string
  /** keys that a record or a ticket filter needs, although no source contains them */
  readonly needed: readonly string[]
}

/** Folders with texts of the server. */
const ALSO_SAID = ['contracts/words', 'query-api/routes', 'command-api/contact'].map((path) =>
  join(SOURCE_FOLDER, '../..', path),
)

const PLURAL = /_(zero|one|two|few|many|other)$/
const baseOf = (key: string): string => key.replace(PLURAL, '')
const keysOf = (texts: Texts): string[] => texts.map(([key]) => key)
const missingIn = (all: Iterable<string>, known: Iterable<string>): string[] => {
  const names = new Set(known)
  return [...new Set(all)].filter((name) => !names.has(name))
}

/** Reads the texts and the sources of this repository. */
export const readInterface = (): Interface => ({
  texts: Object.fromEntries(
    LANGUAGES.map((language) => [language, allTexts(language)]),
  ) as unknown as Interface['texts'],
  sources: [SOURCE_FOLDER, ...ALSO_SAID]
    .flatMap((folder) =>
      readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((path) => join(folder, path)),
    )
    .filter((path) => /\.tsx?$/.test(path) && !path.endsWith('.test.ts'))
    .map((path) => readFileSync(path, 'utf8'))
    .join('\n'),
  needed: [
    // the other keys of these files are checked by the compiler
    ...Object.values<RecordSpec>(RECORDS)
      .filter(({ screen }) => screen !== null)
      .map(({ plural }) => `${plural}:add`),
    ...[...filtersOf('day'), ...filtersOf('flag')].map((name) => `inbox:filter.${name}`),
  ],
})

/** A pattern of the sources that may use a key. `audit:status` also matches its group, `${of}:add` any `:add`. */
const matcherOf = (asked: string): RegExp => {
  const escaped = (text: string): string => text.replace(/[.*+?^()|[\]\\$]/g, '\\$&')
  const parts = asked.split(/\$\{[^}]*\}/).map(escaped)
  return new RegExp(`^${parts.join('[^.]+')}(\\..+)?$`)
}

/** Keys in the sources: whole, as groups (`audit:status`) and as templates (`${of}:add`). */
export const keysUsedIn = (sources: string, texts: Texts): string[] => {
  const spaces = [...new Set(texts.map(([key]) => key.slice(0, key.indexOf(':'))))]
  const inQuotes = new RegExp(
    `(['"\`])((?:${spaces.join('|')}|\\$\\{[^}]*\\}(?=:[a-z])):[^'"\`\\n]+)\\1`,
    'g',
  )
  return [...new Set([...sources.matchAll(inQuotes)].map(([, , key = '']) => key))]
}

/** Keys of texts with a count, or with a context. */
export const countingIn = (texts: Texts): Texts =>
  texts.filter(([key, text]) => PLURAL.test(key) || /\{\{(count|names|columns|lines)\}\}/.test(text))

/** Plural forms that a language needs but a text lacks. */
const missingForms = (language: Language, texts: Texts): string[] => {
  const { pluralCategories } = new Intl.PluralRules(language).resolvedOptions()
  const shown = leavesOf(withPluralForms(Object.fromEntries(texts)), '')
  const counting = keysOf(countingIn(shown))
  const wanted = counting.flatMap((key) => pluralCategories.map((category) => `${baseOf(key)}_${category}`))
  return [
    ...missingIn(wanted, keysOf(shown)).map((key) => `${key} is missing`),
    // Without a count, i18next would use the form without a suffix.
    ...counting.filter((key) => !PLURAL.test(key)).map((key) => `${key} needs plural forms`),
  ]
}

/** Problems of one language's texts, compared with Portuguese. */
const faultsOf = (language: Language, texts: Texts, portuguese: Texts): string[] => {
  const variables = (text = ''): string =>
    [...text.matchAll(/\{\{(\w+)\}\}/g)]
      .map(([, name]) => name)
      .sort()
      .join(', ')
  const model = new Map(portuguese)
  const keys = keysOf(texts)
  const faults = [
    ...missingIn(model.keys(), keys).map((key) => `${key} is missing`),
    ...missingIn(keys, model.keys()).map((key) => `${key} is not in Portuguese`),
    ...keys.filter((key, at) => keys.indexOf(key) !== at).map((key) => `${key} is there twice`),
    ...texts.filter(([, text]) => text.trim() === '').map(([key]) => `${key} is empty`),
    ...texts
      .filter(([key, text]) => model.has(key) && variables(text) !== variables(model.get(key)))
      .map(([key]) => `${key} has other values put in than Portuguese`),
    ...missingForms(language, texts),
  ]
  return faults.map((fault) => `${language}: ${fault}`)
}

/** Problems of the app's texts, one sentence each. */
export const textFaults = ({ texts, sources, needed }: Interface): string[] => {
  const keys = [...new Set(keysOf(texts.pt).map(baseOf))]
  const asked = keysUsedIn(sources, texts.pt).map((key) => ({ key, matcher: matcherOf(key) }))
  return [
    ...LANGUAGES.flatMap((language) => faultsOf(language, texts[language], texts.pt)),
    ...asked
      .filter(({ matcher }) => !keys.some((key) => matcher.test(key)))
      .map(({ key }) => `${key} is asked for and has no text`),
    ...missingIn(needed, keysOf(texts.pt)).map((key) => `${key} is needed by a declaration and has no text`),
    ...keys
      .filter((key) => !asked.some(({ matcher }) => matcher.test(key)))
      .map((key) => `${key} is asked for by nobody`),
  ]
}
