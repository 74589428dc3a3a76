import { useTranslation } from 'react-i18next'
import { currentLanguage, LANGUAGE_NAMES, LANGUAGES } from '../i18n/i18n.js'
import { useChooseLanguage } from '../i18n/use-language.js'
import styles from './language-links.module.css'

/** The three languages, each under its own name. */
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
