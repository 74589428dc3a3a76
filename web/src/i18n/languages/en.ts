import type { Tree } from '../plurals.js'

/** Texts shared with the server, by namespace; merged with the app's own. */
export { en as words } from '@guiche/contracts/words/en.js'

/** The texts of one language that are bundled with the app, by path: loaded as one file. */
export const texts = import.meta.glob<Tree>(['../texts/en.json', '../../features/*/texts/en.json'], {
  eager: true,
  import: 'default',
})

/** The texts of one language that are loaded with their features' pages, by path. */
export const later = import.meta.glob<Tree>('../../features/*/page-texts/en.json', { import: 'default' })
