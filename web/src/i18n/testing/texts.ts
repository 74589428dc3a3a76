import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { LANGUAGES, type Language } from '@guiche/contracts/languages.js'
import { WORDS } from '@guiche/contracts/words/words.js'
import type { Tree } from '../plurals.js'

/** The folder of the app's sources. */
export const SRC = fileURLToPath(new URL('../..', import.meta.url))

/** The files of a namespace: texts bundled with the app, and texts loaded with the feature's pages. */
const filesOf = (language: string, namespace: string): string[] => {
  const folders =
    namespace === 'common'
      ? ['i18n/texts']
      : ['texts', 'page-texts'].map((name) => `features/${namespace}/${name}`)
  return folders.map((folder) => join(SRC, folder, `${language}.json`)).filter((file) => existsSync(file))
}
/** The text trees of all namespaces in a language. A namespace with two files has two trees. */
const trees = (language: string): [namespace: string, tree: Tree][] =>
  ['common', ...readdirSync(join(SRC, 'features'))].flatMap((namespace) =>
    filesOf(language, namespace).map((file): [string, Tree] => [
      namespace,
      JSON.parse(readFileSync(file, 'utf8')) as Tree,
    ]),
  )

/** All texts of a tree by their paths. */
export const leavesOf = (tree: Tree, prefix: string): [string, string][] =>
  Object.entries(tree).flatMap(([key, value]) =>
    typeof value === 'string'
      ? [[`${prefix}${key}`, value] as [string, string]]
      : leavesOf(value, `${prefix}${key}.`),
  )
/** All texts by key: of the interface, and of the server. */
export const allTexts = (language: Language): [string, string][] => [
  ...trees(language).flatMap(([namespace, tree]) => leavesOf(tree, `${namespace}:`)),
  ...Object.entries<Tree>(WORDS[language]).flatMap(([namespace, tree]) => leavesOf(tree, `${namespace}:`)),
]

const PAGE = join(SRC, '../../wa-gateway/simulator/page')
const pageWords = Object.fromEntries(
  await Promise.all(
    LANGUAGES.map(async (language) => [language, (await import(join(PAGE, `words-${language}.js`))).default]),
  ),
) as Readonly<Record<Language, Tree>>
/** The texts of the simulator's page. */
export const simulatorTexts = (language: Language): [string, string][] =>
  leavesOf(pageWords[language], 'simulator:')
