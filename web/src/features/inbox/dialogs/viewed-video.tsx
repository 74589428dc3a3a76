import ReloadOutlined from '@ant-design/icons/es/icons/ReloadOutlined'
import { useTranslation } from '../../../i18n/use-translation.js'
import { useReloading } from '../model/reloading.js'
import styles from './picture-viewer.module.css'

/** Replaces a picture or video that could not be loaded. */
export const ViewFailed = ({ onRetry }: { onRetry: () => void }) => {
  const { t } = useTranslation()
  return (
    <div className={styles.failed} role="alert">
      <button type="button" onClick={onRetry}>
        <ReloadOutlined /> {t('inbox:media.failed')}
      </button>
    </div>
  )
}

/** A video with the browser's controls. `text`: description for screen readers. */
export const ViewedVideo = ({ url, text }: { url: string; text: string }) => {
  const { failed, attempt, retry, onError } = useReloading(url)
  if (failed) return <ViewFailed onRetry={retry} />
  return (
    <video
      key={attempt}
      className={styles.video}
      controls
      autoPlay
      src={url}
      aria-label={text}
      onError={onError}
    />
  )
}
