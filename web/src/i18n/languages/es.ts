import type { Tree } from '../plurals.js'

/** Texts that the server uses, too, by namespace; they are merged with the others. */
export { es as words } from '@guiche/contracts/words/es.js'

/** All texts of one language, by path: fetched as one file. */
export const texts = import.meta.glob<Tree>(
  [
    '../texts/es.json',
    '../../features/*/texts/es.json',
    // those come with their pages: page-with-texts.ts
    '!../../features/{companies,connections,password-reset,plans,settings,sign-up,subscription}/texts/es.json',
  ],
  {
    eager: true,
    import: 'default',
  },
)
