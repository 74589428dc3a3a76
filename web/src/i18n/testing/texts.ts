import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { LANGUAGES, type Language } from '@guiche/contracts/languages.js'
import { WORDS } from '@guiche/contracts/words/words.js'
import type { Tree } from '../plurals.js'

/** The sources of the interface. */
export const SRC = fileURLToPath(new URL('../..', import.meta.url))

/** The file of a namespace; those of some features come with their pages. */
const fileOf = (language: string, namespace: string): string => {
  const folder = join(SRC, namespace === 'common' ? 'i18n' : `features/${namespace}`)
  const ofPages = join(folder, 'page-texts', `${language}.json`)
  return existsSync(ofPages) ? ofPages : join(folder, 'texts', `${language}.json`)
}
const read = (language: string, namespace: string): Tree =>
  JSON.parse(readFileSync(fileOf(language, namespace), 'utf8')) as Tree
/** The namespaces that have texts in a language. */
const namespaces = (language: string): string[] =>
  ['common', ...readdirSync(join(SRC, 'features'))].filter((name) => existsSync(fileOf(language, name)))

/** All texts of a tree by their paths. */
export const leavesOf = (tree: Tree, prefix: string): [string, string][] =>
  Object.entries(tree).flatMap(([key, value]) =>
    typeof value === 'string'
      ? [[`${prefix}${key}`, value] as [string, string]]
      : leavesOf(value, `${prefix}${key}.`),
  )
/** All texts by their keys: those of the interface, and those that the server says, too. */
export const allTexts = (language: Language): [string, string][] => [
  ...namespaces(language).flatMap((namespace) => leavesOf(read(language, namespace), `${namespace}:`)),
  ...Object.entries<Tree>(WORDS[language]).flatMap(([namespace, tree]) => leavesOf(tree, `${namespace}:`)),
]

const PAGE = join(SRC, '../../wa-gateway/simulator/page')
const pageWords = Object.fromEntries(
  await Promise.all(
    LANGUAGES.map(async (language) => [language, (await import(join(PAGE, `words-${language}.js`))).default]),
  ),
) as Readonly<Record<Language, Tree>>
/** The texts of the simulated phones' page. */
export const simulatorTexts = (language: Language): [string, string][] =>
  leavesOf(pageWords[language], 'simulator:')
