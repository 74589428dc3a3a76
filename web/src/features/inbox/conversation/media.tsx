import LoadingOutlined from '@ant-design/icons/es/icons/LoadingOutlined'
import ReloadOutlined from '@ant-design/icons/es/icons/ReloadOutlined'
import type { MessageRecord } from '@guiche/contracts/views/records.js'
import Button from 'antd/es/button/index.js'
import type { ReactNode } from 'react'
import { reasonText } from '../../../api/errors.js'
import { useTranslation } from '../../../i18n/use-translation.js'
import { shownUrl } from '../model/picture-size.js'
import { Document } from './document.js'
import styles from './media.module.css'
import { Picture } from './picture.js'
import { Sticker } from './sticker.js'
import { VoiceNote } from './voice-note.js'

interface Props {
  message: MessageRecord
  /** asks the gateway to download the file again */
  onRetry: (message: MessageRecord) => void
  /** time and status; shown if the content has a line for them */
  meta: ReactNode
}

/**
 * A message's file: shown if the browser can show it, else a download; with its waiting and failed states.
 */
export const Media = ({ message, onRetry, meta }: Props) => {
  const { t } = useTranslation()
  if (message.mediaState === 'failed') {
    return (
      <div className={styles.failed}>
        <span>{reasonText(message.mediaError ?? 'ERR_WAPP_DOWNLOAD_MEDIA')}</span>
        <Button size="small" icon={<ReloadOutlined />} onClick={() => onRetry(message)}>
          {t('inbox:retry')}
        </Button>
      </div>
    )
  }
  const { mediaUrl: url, mediaType } = message
  if (mediaType === 'image' || mediaType === 'video') return <Picture message={message} />
  if (message.mediaState === 'pending' || url === null) {
    return (
      <div className={styles.waiting} aria-busy="true">
        <LoadingOutlined /> {t('inbox:media.pending')}
      </div>
    )
  }
  if (mediaType === 'sticker') {
    return <Sticker url={shownUrl(url, message)} />
  }
  if (mediaType === 'audio') return <VoiceNote message={message} url={url} meta={meta} />
  return <Document message={message} url={url} />
}
