import CheckCircleOutlined from '@ant-design/icons/es/icons/CheckCircleOutlined'
import CloseOutlined from '@ant-design/icons/es/icons/CloseOutlined'
import DeleteOutlined from '@ant-design/icons/es/icons/DeleteOutlined'
import HolderOutlined from '@ant-design/icons/es/icons/HolderOutlined'
import ReloadOutlined from '@ant-design/icons/es/icons/ReloadOutlined'
import Input from 'antd/es/input/index.js'
import Progress from 'antd/es/progress/index.js'
import { type ComponentProps, useContext } from 'react'
import { errorText } from '../../api/errors.js'
import { formatBytes, limitOf } from '../../base/file-limits.js'
import { IconButton } from '../../components/icon-button.js'
import { useTranslation } from '../../i18n/use-translation.js'
import type { FileEntry } from './entry.js'
import styles from './files.module.css'
import { Preview, Sound } from './preview.js'
import { type Upload, UploadsOfForm } from './uploads.js'

interface Props {
  readonly entry: FileEntry
  /** maximum of characters of a caption */
  readonly caption: number
  readonly isDragged: boolean
  /** files are being uploaded, so other changes are disabled */
  readonly locked: boolean
  /** props of its drag handle */
  readonly handle: Pick<ComponentProps<'button'>, 'onPointerDown' | 'onKeyDown'>
  readonly onCaption: (caption: string) => void
  readonly onRemove: () => void
}

/** Why a file cannot be uploaded, or was not. */
const useFault = ({ against }: FileEntry, upload: Upload | undefined): string | null => {
  const { t, i18n } = useTranslation()
  if (against !== null)
    return t(`file-lists:files.against.${against}`, { limit: limitOf(against, i18n.language) })
  if (upload?.kind === 'failed') return errorText(upload.error)
  return upload?.kind === 'stopped' ? t('file-lists:files.stopped') : null
}

/** A file of a form: a small preview, its name, its caption, and its upload's state. */
export const FileRow = ({ entry, caption, isDragged, locked, handle, onCaption, onRemove }: Props) => {
  const { t, i18n } = useTranslation()
  const { states, stop, again } = useContext(UploadsOfForm)
  const { file, fileName, size, against } = entry
  const upload = file === null ? undefined : states.get(file)
  const fault = useFault(entry, upload)
  const name = fileName || t('file-lists:files.awaited')
  const isUnderWay = upload?.kind === 'sending' || upload?.kind === 'waiting'
  const mayRetry = file !== null && fault !== null && against === null && again !== null
  return (
    <li className={styles.file} data-dragged={isDragged} data-refused={fault !== null}>
      <IconButton label={t('file-lists:files.move', { name })} className={styles.handle ?? ''} {...handle}>
        <HolderOutlined />
      </IconButton>
      <Preview entry={entry} />
      <div className={styles.told}>
        <span className={styles.name} title={name}>
          <strong>{name}</strong> <span className={styles.size}>{formatBytes(size, i18n.language)}</span>
          {upload?.kind === 'brought' && (
            <CheckCircleOutlined
              className={styles.brought ?? ''}
              aria-label={t('file-lists:files.brought')}
            />
          )}
        </span>
        <Sound entry={entry} />
        {upload !== undefined && isUnderWay ? (
          <Progress
            percent={upload.kind === 'sending' ? Math.round(upload.share * 100) : 0}
            size="small"
            aria-label={t('file-lists:files.sending', { name })}
          />
        ) : (
          against === null && (
            <Input
              size="small"
              maxLength={caption}
              {...(locked && { disabled: true })}
              placeholder={t('file-lists:files.caption')}
              aria-label={t('file-lists:files.captionOf', { name })}
              value={entry.name}
              onChange={({ target }) => onCaption(target.value)}
            />
          )
        )}
        {fault !== null && (
          <p role="alert" className={styles.fault}>
            {fault}
          </p>
        )}
      </div>
      {mayRetry && (
        <IconButton
          label={t('file-lists:files.again', { name })}
          onClick={() => void again(file, entry.name)}
        >
          <ReloadOutlined />
        </IconButton>
      )}
      {isUnderWay && file !== null ? (
        <IconButton label={t('file-lists:files.stop', { name })} onClick={() => stop(file)}>
          <CloseOutlined />
        </IconButton>
      ) : (
        <IconButton
          danger
          label={t('file-lists:files.remove', { name })}
          disabled={locked}
          onClick={onRemove}
        >
          <DeleteOutlined />
        </IconButton>
      )}
    </li>
  )
}
