import CloseCircleFilled from '@ant-design/icons/es/icons/CloseCircleFilled'
import FileOutlined from '@ant-design/icons/es/icons/FileOutlined'
import FolderOpenOutlined from '@ant-design/icons/es/icons/FolderOpenOutlined'
import { useEffect, useMemo, useState } from 'react'
import { formatBytes, limitOf } from '../../../base/file-limits.js'
import { useTranslation } from '../../../i18n/use-translation.js'
import styles from './composer.module.css'
import { type AttachmentList, MAX_FILES } from './use-attachments.js'

const Preview = ({ file, unseen }: { file: File; unseen: boolean }) => {
  const [isBroken, setIsBroken] = useState(false)
  const isShown = file.type.startsWith('image/') && !unseen && !isBroken
  const url = useMemo(() => (isShown ? URL.createObjectURL(file) : null), [file, isShown])
  useEffect(() => () => (url === null ? undefined : URL.revokeObjectURL(url)), [url])
  return url === null ? (
    <FileOutlined className={styles.fileIcon} />
  ) : (
    <img src={url} alt="" className={styles.thumb} onError={() => setIsBroken(true)} />
  )
}

interface Props {
  readonly attachments: AttachmentList
  readonly onRemove: (file: File) => void
  readonly onEnter: () => void
}

/** The files of the next message, and a note about each refused file. */
export const Attachments = ({ attachments, onRemove, onEnter }: Props) => {
  const { t, i18n } = useTranslation()
  const { files, list, setList, refusals, unseen, surplus, keyOf, captionOf, setCaption } = attachments
  if (files.length + refusals.length === 0 && list === null) return null
  return (
    <div className={styles.attachments}>
      {files.map((file, index) => (
        <figure key={keyOf(file)} className={styles.attachment}>
          <Preview file={file} unseen={unseen.includes(file)} />
          <figcaption title={file.name}>
            {file.name}
            <span>{formatBytes(file.size, i18n.language)}</span>
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
            onClick={() => onRemove(file)}
          >
            <CloseCircleFilled />
          </button>
        </figure>
      ))}
      {list !== null && (
        <figure className={styles.attachment}>
          <FolderOpenOutlined className={styles.fileIcon} />
          <figcaption title={list.name}>
            {list.name}
            <span>{t('file-lists:attached')}</span>
          </figcaption>
          <button
            type="button"
            aria-label={t('inbox:composer.removeFile', { name: list.name })}
            title={t('inbox:composer.removeFile', { name: list.name })}
            onClick={() => setList(null)}
          >
            <CloseCircleFilled />
          </button>
        </figure>
      )}
      {surplus && (
        <p role="alert" className={styles.denied}>
          {t('inbox:composer.tooMany', { count: MAX_FILES })}
        </p>
      )}
      {refusals.map(({ reason, names }) => (
        <p key={reason} role="alert" className={styles.denied}>
          {t(`inbox:composer.refused.${reason}`, {
            names: names.join(', '),
            count: names.length,
            limit: limitOf(reason, i18n.language),
          })}
        </p>
      ))}
      {unseen.length > 0 && (
        <p role="status" className={styles.warning}>
          {t('inbox:composer.unseen', {
            names: unseen.map(({ name }) => name).join(', '),
            count: unseen.length,
          })}
        </p>
      )}
    </div>
  )
}
