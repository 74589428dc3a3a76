import { useTranslation } from '../i18n/use-translation.js'
import { Mark } from './mark.js'
import styles from './splash.module.css'

/** The whole window while the app itself is fetched. */
export const Splash = () => {
  const { t } = useTranslation()
  return (
    <div className={styles.splash} role="status" aria-live="polite">
      <Mark size={48} />
      <span className="visually-hidden">{t('common:loading')}</span>
    </div>
  )
}
