import { useTranslation } from '../i18n/use-translation.js'
import { Mark } from './mark.js'
import styles from './splash.module.css'

/** Shown in the whole window while the app loads. */
export const Splash = () => {
  const { t } = useTranslation()
  return (
    <div className={styles.splash} role="status" aria-live="polite">
      <Mark size={48} />
      <span className="visually-hidden">{t('common:loading')}</span>
    </div>
  )
}
