import { isLanguage } from '@guiche/contracts/languages.js'
import { chooseLanguage } from '../i18n/i18n.js'

/** Shows the language that is chosen in another window of this browser, if its texts can be loaded. */
addEventListener('storage', ({ key, newValue }) => {
  if (key === 'guiche.language' && isLanguage(newValue)) chooseLanguage(newValue).catch(() => undefined)
})
