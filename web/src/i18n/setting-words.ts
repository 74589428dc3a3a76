import { LANGUAGES } from '@guiche/contracts/languages.js'
import { wordsOfSettings } from '@guiche/contracts/words/settings.js'
import i18next from 'i18next'

/** Adds the texts of settings in all languages. Pages that name settings call this when they are fetched. */
export const addSettingWords = (): void => {
  for (const language of LANGUAGES) {
    for (const [namespace, texts] of Object.entries(wordsOfSettings(language))) {
      i18next.addResourceBundle(language, namespace, texts, true, true)
    }
  }
}
