import type { Tree } from '../plurals.js'

/** Texts that the server uses, too, by namespace; they are merged with the others. */
export { es as words } from '@guiche/contracts/words/es.js'

/** All texts of one language, by path: fetched as one file. */
export const texts = import.meta.glob<Tree>(
  [
    '../texts/es.json',
    '../../features/*/texts/es.json',
    // see `loadTextsOf`
    '!../../features/{subscription,password-reset,sign-up}/texts/es.json',
  ],
  {
    eager: true,
    import: 'default',
  },
)
