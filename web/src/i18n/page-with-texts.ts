import type { ComponentType } from 'react'
import { lazyPage } from '../base/lazy-page.js'
import { loadTextsOf } from './i18n.js'

/**
 * A page loaded with its feature's texts when first shown. Such texts are in the feature's folder `page-texts` instead
 * of `texts`. The page's name in the menu is under `common:page`.
 */
export const pageWithTexts = <P extends object>(feature: string, load: () => Promise<ComponentType<P>>) =>
  lazyPage(async () => (await Promise.all([load(), loadTextsOf(feature)]))[0])
