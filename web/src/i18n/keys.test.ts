import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { LANGUAGES, type Language } from '@guiche/contracts/languages.js'
import type { Field } from '@guiche/contracts/records/fields.js'
import { RECORDS } from '@guiche/contracts/records/index.js'
import { WORDS } from '@guiche/contracts/words/words.js'
import { describe, expect, it } from '@jest/globals'
import { withPluralForms } from './plurals.js'
import { allTexts, leavesOf, namespaces, SRC } from './testing/texts.js'

/** Where the server says texts. */
const ALSO_SAID = ['contracts/words', 'query-api/routes', 'command-api/contact'].map((path) =>
  join(SRC, '../..', path),
)

const PLURAL = /_(zero|one|two|few|many|other)$/
const textsOf = (language: Language): Map<string, string> => new Map(allTexts(language))

const sources = [SRC, ...ALSO_SAID]
  .flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((path) => join(folder, path)),
  )
  .filter((path) => /\.tsx?$/.test(path) && !path.endsWith('.test.ts'))
  .map((path) => readFileSync(path, 'utf8'))
  .join('\n')

const texts = textsOf('pt')
const keys = [...new Set([...texts.keys()].map((key) => key.replace(PLURAL, '')))]

/** Keys as they are written in the sources: whole ones, groups of them (`audit:status`), and templates (`${of}:add`). */
const written = [
  ...sources.matchAll(
    new RegExp(`(['"\`])((?:${namespaces('pt').join('|')}|\\$\\{[^}]*\\}(?=:[a-z])):[^'"\`\\n]+)\\1`, 'g'),
  ),
].map((match) => match[2] ?? '')
const escaped = (text: string): string => text.replace(/[.*+?^()|[\]\\$]/g, '\\$&')
const matcherOf = (key: string): RegExp =>
  new RegExp(
    `^${key
      .split(/\$\{[^}]*\}/)
      .map(escaped)
      .join('[^.]+')}(\\..+)?$`,
  )
const matchers = [...new Set(written)].map((key) => ({ key, matches: matcherOf(key) }))

describe('texts', () => {
  it('finds keys in the sources at all', () => {
    expect(matchers.length).toBeGreaterThan(100)
  })

  it.each(LANGUAGES)('%s has the same files and keys as Portuguese', (language) => {
    expect(namespaces(language)).toEqual(namespaces('pt'))
    expect([...textsOf(language).keys()].sort()).toEqual([...texts.keys()].sort())
  })

  it.each(LANGUAGES)('%s says each text in one place', (language) => {
    const all = allTexts(language).map(([key]) => key)
    expect(all.filter((key, at) => all.indexOf(key) !== at)).toEqual([])
  })

  it.each(LANGUAGES)('%s says something for every key, with the same values put in', (language) => {
    const variables = (text: string) => [...text.matchAll(/\{\{(\w+)\}\}/g)].map((match) => match[1]).sort()
    for (const [key, text] of textsOf(language)) {
      expect([key, text.trim()]).not.toEqual([key, ''])
      expect([key, variables(text)]).toEqual([key, variables(texts.get(key) ?? '')])
    }
  })

  it.each(LANGUAGES)('%s has a plural form for every number of what is counted', (language) => {
    const { pluralCategories } = new Intl.PluralRules(language).resolvedOptions()
    const said = new Map(leavesOf(withPluralForms(Object.fromEntries(textsOf(language))), ''))
    const counting = [...said].filter(([key, text]) => PLURAL.test(key) || text.includes('{{count}}'))
    expect(counting.length).toBeGreaterThan(40)
    const wanted = counting.flatMap(([key]) =>
      pluralCategories.map((category) => `${key.replace(PLURAL, '')}_${category}`),
    )
    expect(wanted.filter((key) => !said.has(key))).toEqual([])
    // the form without an ending would be shown for no number at all
    expect(counting.map(([key]) => key).filter((key) => !PLURAL.test(key))).toEqual([])
  })

  it.each(LANGUAGES)('%s has a plural form where several may be named', (language) => {
    const naming = [...textsOf(language)].filter(([, text]) => /\{\{(names|columns|lines)\}\}/.test(text))
    expect(naming.length).toBeGreaterThan(10)
    expect(naming.map(([key]) => key).filter((key) => !PLURAL.test(key))).toEqual([])
  })

  it('has every key that the sources ask for', () => {
    const missing = matchers.filter(({ matches }) => !keys.some((key) => matches.test(key)))
    expect(missing.map(({ key }) => key)).toEqual([])
  })

  it.each(Object.values(RECORDS))('says everything of the record $name', ({ plural, fields }) => {
    const always = ['title']
    // the audit says them on the server, too
    const onServer = leavesOf(WORDS.pt, '').map(([key]) => key)
    expect(onServer).toEqual(expect.arrayContaining([`${plural}.name`, `${plural}.noun`]))
    const onPage = [
      'hint',
      'add',
      'editTitle',
      'saved',
      'deleted',
      'deleteDetail',
      'empty.title',
      'empty.hint',
    ]
    const page = join(SRC, 'features', plural, 'page.tsx')
    const shown = existsSync(page) ? /fields: \[([^\]]+)\]/.exec(readFileSync(page, 'utf8'))?.[1] : undefined
    const declared = Object.entries<Field>(fields)
    const said = declared.filter(([, { kind }]) => kind !== 'author' && kind !== 'ref')
    const named = shown?.match(/\w+/g) ?? said.map(([name]) => name)
    const needed = existsSync(page) ? [...onPage, ...named.map((field) => `field.${field}`)] : []
    expect([...always, ...needed].filter((key) => !texts.has(`${plural}:${key}`))).toEqual([])
  })

  it('has no key that nothing asks for', () => {
    expect(keys.filter((key) => !matchers.some(({ matches }) => matches.test(key)))).toEqual([])
  })
})
