import { readdirSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from '@jest/globals'

const SRC = fileURLToPath(new URL('..', import.meta.url))
const LANGUAGES = ['pt', 'en', 'es'] as const

type Tree = { readonly [key: string]: string | Tree }

const read = (language: string, namespace: string): Tree =>
  JSON.parse(readFileSync(join(SRC, 'i18n', language, `${namespace}.json`), 'utf8')) as Tree
const namespaces = (language: string): string[] =>
  readdirSync(join(SRC, 'i18n', language))
    .filter((name) => name.endsWith('.json'))
    .map((name) => basename(name, '.json'))
    .sort()

const PLURAL = /_(zero|one|two|few|many|other)$/
const leavesOf = (tree: Tree, prefix: string): [string, string][] =>
  Object.entries(tree).flatMap(([key, value]) =>
    typeof value === 'string'
      ? [[`${prefix}${key}`, value] as [string, string]]
      : leavesOf(value, `${prefix}${key}.`),
  )
const textsOf = (language: string): Map<string, string> =>
  new Map(namespaces(language).flatMap((namespace) => leavesOf(read(language, namespace), `${namespace}:`)))

const sources = readdirSync(SRC, { recursive: true, encoding: 'utf8' })
  .filter((path) => /\.tsx?$/.test(path) && !path.endsWith('.test.ts'))
  .map((path) => readFileSync(join(SRC, path), 'utf8'))
  .join('\n')

const texts = textsOf('pt')
const keys = [...new Set([...texts.keys()].map((key) => key.replace(PLURAL, '')))]

/** Keys as they are written in the sources: whole ones, groups of them (`audit:status`), and templates. */
const written = [
  ...sources.matchAll(new RegExp(`(['"\`])((?:${namespaces('pt').join('|')}):[^'"\`\\n]+)\\1`, 'g')),
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

  it.each(LANGUAGES)('%s says something for every key, with the same values put in', (language) => {
    const variables = (text: string) => [...text.matchAll(/\{\{(\w+)\}\}/g)].map((match) => match[1]).sort()
    for (const [key, text] of textsOf(language)) {
      expect([key, text.trim()]).not.toEqual([key, ''])
      expect([key, variables(text)]).toEqual([key, variables(texts.get(key) ?? '')])
    }
  })

  it('has every key that the sources ask for', () => {
    const missing = matchers.filter(({ matches }) => !keys.some((key) => matches.test(key)))
    expect(missing.map(({ key }) => key)).toEqual([])
  })

  it('has no key that nothing asks for', () => {
    expect(keys.filter((key) => !matchers.some(({ matches }) => matches.test(key)))).toEqual([])
  })
})
