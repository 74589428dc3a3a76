import ReloadOutlined from '@ant-design/icons/es/icons/ReloadOutlined'
import { useTranslation } from '../../../i18n/use-translation.js'
import { useReloading } from '../model/reloading.js'
import styles from './media.module.css'

export const Sticker = ({ url }: { url: string }) => {
  const { t } = useTranslation()
  const { failed, attempt, retry, onError } = useReloading(url)
  if (failed) {
    return (
      <button type="button" className={`${styles.frame} ${styles.sticker} ${styles.again}`} onClick={retry}>
        <ReloadOutlined /> {t('inbox:media.failed')}
      </button>
    )
  }
  return (
    <img
      key={attempt}
      className={styles.sticker}
      src={url}
      alt={t('inbox:kind.sticker')}
      loading="lazy"
      onError={onError}
    />
  )
}
