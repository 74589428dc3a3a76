import CloseCircleFilled from '@ant-design/icons/es/icons/CloseCircleFilled'
import FileOutlined from '@ant-design/icons/es/icons/FileOutlined'
import { useEffect, useMemo } from 'react'
import { useTranslation } from '../../../i18n/use-translation.js'
import { formatBytes } from '../model/format.js'
import styles from './composer.module.css'
import { type AttachmentList, MAX_FILES } from './use-attachments.js'

const Preview = ({ file }: { file: File }) => {
  const url = useMemo(() => (file.type.startsWith('image/') ? URL.createObjectURL(file) : null), [file])
  useEffect(() => () => (url === null ? undefined : URL.revokeObjectURL(url)), [url])
  return url === null ? (
    <FileOutlined className={styles.fileIcon} />
  ) : (
    <img src={url} alt="" className={styles.thumb} />
  )
}

/** The files that will go with the message. */
export const Attachments = ({
  files,
  refused,
  empty,
  surplus,
  remove,
  captionOf,
  setCaption,
  onEnter,
}: Pick<AttachmentList, 'files' | 'refused' | 'empty' | 'surplus' | 'remove' | 'captionOf' | 'setCaption'> & {
  readonly onEnter: () => void
}) => {
  const { t } = useTranslation()
  if (files.length + refused.length + empty.length === 0) return null
  return (
    <div className={styles.attachments}>
      {files.map((file, index) => (
        <figure key={`${file.name}-${file.lastModified}-${file.size}`} className={styles.attachment}>
          <Preview file={file} />
          <figcaption title={file.name}>
            {file.name}
            <span>{formatBytes(file.size)}</span>
          </figcaption>
          {index > 0 && (
            <input
              className={styles.caption}
              aria-label={t('inbox:composer.captionOf', { name: file.name })}
              placeholder={t('inbox:composer.caption')}
              maxLength={1024}
              value={captionOf(file)}
              onChange={({ target }) => setCaption(file, target.value)}
              onKeyDown={(event) => {
                if (event.key === 'Enter' && !event.nativeEvent.isComposing) onEnter()
              }}
            />
          )}
          <button
            type="button"
            aria-label={t('inbox:composer.removeFile', { name: file.name })}
            title={t('inbox:composer.removeFile', { name: file.name })}
            onClick={() => remove(index)}
          >
            <CloseCircleFilled />
          </button>
        </figure>
      ))}
      {surplus && (
        <p role="alert" className={styles.denied}>
          {t('inbox:composer.tooMany', { count: MAX_FILES })}
        </p>
      )}
      {empty.length > 0 && (
        <p role="alert" className={styles.denied}>
          {t('inbox:composer.emptyFile', { names: empty.join(', ') })}
        </p>
      )}
      {refused.length > 0 && (
        <p role="alert" className={styles.denied}>
          {t('inbox:composer.tooLarge', { names: refused.join(', ') })}
        </p>
      )}
    </div>
  )
}
