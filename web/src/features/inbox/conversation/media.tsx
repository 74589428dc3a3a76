import DownloadOutlined from '@ant-design/icons/es/icons/DownloadOutlined'
import FileOutlined from '@ant-design/icons/es/icons/FileOutlined'
import LoadingOutlined from '@ant-design/icons/es/icons/LoadingOutlined'
import ReloadOutlined from '@ant-design/icons/es/icons/ReloadOutlined'
import type { MessageRecord } from '@guiche/contracts/views/records.js'
import Button from 'antd/es/button/index.js'
import { useTranslation } from 'react-i18next'
import { codeText } from '../../../api/errors.js'
import { formatBytes } from '../model/format.js'
import styles from './media.module.css'
import { Picture } from './picture.js'

interface Props {
  message: MessageRecord
  /** asks the gateway to fetch the file once more */
  onRetry: ((message: MessageRecord) => void) | undefined
}

/** A message's file: shown where the browser can, else to download; with its waiting and failed states. */
export const Media = ({ message, onRetry }: Props) => {
  const { t } = useTranslation()
  if (message.mediaState === 'pending') {
    return (
      <div className={styles.waiting} aria-busy="true">
        <LoadingOutlined aria-hidden /> {t('inbox:media.pending')}
      </div>
    )
  }
  if (message.mediaState === 'failed') {
    return (
      <div className={styles.failed}>
        <span>{codeText(message.mediaError ?? 'ERR_WAPP_DOWNLOAD_MEDIA') ?? message.mediaError}</span>
        {onRetry !== undefined && (
          <Button size="small" icon={<ReloadOutlined />} onClick={() => onRetry(message)}>
            {t('inbox:retry')}
          </Button>
        )}
      </div>
    )
  }
  const { mediaUrl: url, mediaName, mediaType } = message
  if (url === null) return null
  if (mediaType === 'image' || mediaType === 'sticker') {
    return <Picture url={url} caption={message.body} sticker={mediaType === 'sticker'} />
  }
  if (mediaType === 'audio') {
    return (
      <audio
        controls
        preload="metadata"
        src={url}
        className={styles.audio}
        aria-label={t('inbox:media.audio')}
      />
    )
  }
  if (mediaType === 'video') {
    return (
      <video
        controls
        preload="metadata"
        src={url}
        className={styles.video}
        aria-label={t('inbox:media.video')}
      />
    )
  }
  return (
    <a className={styles.file} href={url} download={mediaName ?? undefined} title={mediaName ?? undefined}>
      <FileOutlined className={styles.fileIcon} aria-hidden />
      <span className={styles.fileName}>{mediaName ?? t('inbox:media.file')}</span>
      <span className={styles.fileSize}>{formatBytes(message.mediaSize ?? 0)}</span>
      <DownloadOutlined aria-hidden title={t('inbox:media.download')} />
    </a>
  )
}
