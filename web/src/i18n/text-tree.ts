import type { Language } from '@guiche/contracts/languages.js'
import { type Texts, textIn } from '@guiche/contracts/records/texts.js'
import type { Tree } from './plurals.js'

/** Texts that stand in every language at one place, nested by key. */
export interface TextTree {
  readonly [key: string]: Texts | TextTree
}
const isText = (value: Texts | TextTree): value is Texts => Array.isArray(value)

/** The texts of one language, nested by the same keys. */
export const treeIn = (tree: TextTree, language: Language): Tree =>
  Object.fromEntries(
    Object.entries(tree).map(([key, value]) => [
      key,
      isText(value) ? textIn(value, language) : treeIn(value, language),
    ]),
  )
