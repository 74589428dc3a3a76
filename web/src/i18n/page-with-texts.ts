import type { ComponentType } from 'react'
import { lazyPage } from '../base/lazy-page.js'
import { loadTextsOf } from './i18n.js'

/**
 * A page that is fetched with the texts of its feature when it is first shown: those stand in the folder `page-texts` of the
 * feature, instead of `texts`. The menu's name of the page stands under `common:page`.
 */
export const pageWithTexts = <P extends object>(feature: string, load: () => Promise<ComponentType<P>>) =>
  lazyPage(async () => (await Promise.all([load(), loadTextsOf(feature)]))[0])
