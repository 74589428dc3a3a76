import DownloadOutlined from '@ant-design/icons/es/icons/DownloadOutlined'
import type { MessageRecord } from '@guiche/contracts/views/records.js'
import { fileTypeOf, formatBytes } from '../../../base/file-limits.js'
import { useTranslation } from '../../../i18n/use-translation.js'
import styles from './media.module.css'

/** A document to download: name, type, pages and size, if known. */
export const Document = ({ message, url }: { message: MessageRecord; url: string }) => {
  const { t, i18n } = useTranslation()
  const { mediaName, mimetype, mediaPages, mediaSize } = message
  const name = mediaName ?? t('inbox:media.file')
  const type = fileTypeOf(mediaName ?? '', mimetype ?? '')
  const facts = [
    type,
    mediaPages === null ? '' : t('inbox:media.pages', { count: mediaPages }),
    mediaSize === null ? '' : formatBytes(mediaSize, i18n.language),
  ]
  return (
    <a className={styles.document} href={url} download={mediaName ?? ''} title={name}>
      <span className={styles.type} aria-hidden>
        {type === '' ? '…' : type}
      </span>
      <span className={styles.about}>
        <span className={styles.fileName}>{name}</span>
        <span className={styles.facts}>{facts.filter((fact) => fact !== '').join(' · ')}</span>
      </span>
      <DownloadOutlined title={t('inbox:media.download')} />
    </a>
  )
}
