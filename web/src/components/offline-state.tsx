import { useTranslation } from '../i18n/use-translation.js'
import { Mark } from './mark.js'
import { PlainButton } from './plain-button.js'
import styles from './states.module.css'

/** Shown if the app was opened while the server is unreachable; retries automatically. */
export const OfflineState = ({ onRetry }: { onRetry: () => void }) => {
  const { t } = useTranslation()
  return (
    <div className={styles.full} role="status">
      <Mark size={48} />
      <p className={styles.title}>{t('common:offline.title')}</p>
      <p className={styles.hint}>{t('common:offline.hint')}</p>
      <PlainButton onClick={onRetry}>{t('common:retry')}</PlainButton>
    </div>
  )
}
