import { LANGUAGES } from '@guiche/contracts/languages.js'
import { currentLanguage, LANGUAGE_NAMES } from '../i18n/i18n.js'
import { useTranslation } from '../i18n/use-translation.js'
import styles from './language-links.module.css'
import { useChooseLanguage } from './use-language.js'

/** Links to the three languages, each by its own name. */
export const LanguageLinks = () => {
  const { t } = useTranslation()
  const choose = useChooseLanguage()
  return (
    <nav className={styles.languages} aria-label={t('common:bar.language')}>
      {LANGUAGES.map((language) => (
        <button
          key={language}
          type="button"
          lang={language}
          aria-pressed={language === currentLanguage()}
          onClick={() => choose(language)}
        >
          {LANGUAGE_NAMES[language]}
        </button>
      ))}
    </nav>
  )
}
