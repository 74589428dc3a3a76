import { useTranslation } from '../i18n/use-translation.js'
import { ErrorArt } from './art.js'
import { PlainButton } from './plain-button.js'
import styles from './states.module.css'

/**
 * A failed read: an explanation and a retry button. `text`: the failed action, unless the browser has no
 * network. `full` fills the whole window.
 */
export const ErrorState = (props: { text?: string; onRetry: () => void; full?: boolean }) => {
  const { t } = useTranslation()
  const title = navigator.onLine ? (props.text ?? t('common:error.read')) : t('common:offline.title')
  return (
    <div className={props.full ? styles.full : styles.state} role="alert">
      <ErrorArt />
      <p className={styles.title}>{title}</p>
      <p className={styles.hint}>{t('common:error.safe')}</p>
      <PlainButton onClick={props.onRetry}>{t('common:retry')}</PlainButton>
    </div>
  )
}
