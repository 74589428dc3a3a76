import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { LANGUAGES, type Language } from '@guiche/contracts/languages.js'
import { WORDS } from '@guiche/contracts/words/words.js'
import type { Tree } from '../plurals.js'
import { type TextTree, treeIn } from '../text-tree.js'

/** The folder of the app's sources. */
export const SOURCE_FOLDER = fileURLToPath(new URL('../..', import.meta.url))

/** The files of a namespace: texts bundled with the app, and texts loaded with the feature's pages. */
const filesOf = (language: string, namespace: string): string[] => {
  const folders =
    namespace === 'common'
      ? ['i18n/texts']
      : ['texts', 'page-texts'].map((name) => `features/${namespace}/${name}`)
  return folders
    .map((folder) => join(SOURCE_FOLDER, folder, `${language}.json`))
    .filter((file) => existsSync(file))
}
const FEATURES = readdirSync(join(SOURCE_FOLDER, 'features'))
/** The texts of records' lists and dialogs, by namespace. */
const ofRecords = await Promise.all(
  FEATURES.map(
    (namespace) => [namespace, join(SOURCE_FOLDER, 'features', namespace, 'record-texts.ts')] as const,
  )
    .filter(([, file]) => existsSync(file))
    .map(async ([namespace, file]): Promise<[string, TextTree]> => [namespace, (await import(file)).texts]),
)
/** The text trees of all namespaces in a language. A namespace with several files has several trees. */
const treesOf = (language: Language): [namespace: string, tree: Tree][] => [
  ...['common', ...FEATURES].flatMap((namespace) =>
    filesOf(language, namespace).map((file): [string, Tree] => [
      namespace,
      JSON.parse(readFileSync(file, 'utf8')) as Tree,
    ]),
  ),
  ...ofRecords.map(([namespace, texts]): [string, Tree] => [namespace, treeIn(texts, language)]),
]

/** All texts of a tree by their paths. */
export const leavesOf = (tree: Tree, prefix: string): [string, string][] =>
  Object.entries(tree).flatMap(([key, value]) =>
    typeof value === 'string'
      ? [[`${prefix}${key}`, value] as [string, string]]
      : leavesOf(value, `${prefix}${key}.`),
  )
/** All texts by key: of the interface, and of the server. */
export const allTexts = (language: Language): [string, string][] => [
  ...treesOf(language).flatMap(([namespace, tree]) => leavesOf(tree, `${namespace}:`)),
  ...Object.entries<Tree>(WORDS[language]).flatMap(([namespace, tree]) => leavesOf(tree, `${namespace}:`)),
]

const PAGE = join(SOURCE_FOLDER, '../../wa-gateway/simulator/page')
const pageWords = Object.fromEntries(
  await Promise.all(
    LANGUAGES.map(async (language) => [language, (await import(join(PAGE, `words-${language}.js`))).default]),
  ),
) as Readonly<Record<Language, Tree>>
/** The texts of the simulator's page. */
export const simulatorTexts = (language: Language): [string, string][] =>
  leavesOf(pageWords[language], 'simulator:')
