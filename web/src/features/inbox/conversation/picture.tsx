import LoadingOutlined from '@ant-design/icons/es/icons/LoadingOutlined'
import PlayCircleFilled from '@ant-design/icons/es/icons/PlayCircleFilled'
import ReloadOutlined from '@ant-design/icons/es/icons/ReloadOutlined'
import { withoutSignature } from '@guiche/contracts/message/signature.js'
import type { MessageRecord } from '@guiche/contracts/views/records.js'
import { type CSSProperties, useContext, useState } from 'react'
import { useTranslation } from '../../../i18n/use-translation.js'
import { formatDuration } from '../model/format.js'
import { placeOf, rememberSize, type Size, shownUrl, sizeOf } from '../model/picture-size.js'
import { useReloading } from '../model/reloading.js'
import { Document } from './document.js'
import styles from './media.module.css'
import { OpenPicture } from './viewer.js'

interface Props {
  readonly message: MessageRecord
  /** fills its container, which has the picture's proportions */
  readonly fills?: boolean
}

const placeStyle = (size: Size | null): CSSProperties => {
  const { width, height } = placeOf(size)
  return { width, aspectRatio: `${width} / ${height}` }
}

/**
 * A picture or video in a message, in its own proportions. Its space is reserved before it loads. Opens in
 * the viewer.
 */
export const Picture = ({ message, fills = false }: Props) => {
  const { t } = useTranslation()
  const open = useContext(OpenPicture)
  const [found, setFound] = useState<Size | null>(null)
  const { id, mediaUrl: url, mediaType, mediaState, mediaSeconds } = message
  const isVideo = mediaType === 'video'
  const shown = url === null || isVideo ? url : shownUrl(url, message)
  const { failed, attempt, retry, onError } = useReloading(shown)
  const style = fills ? undefined : placeStyle(found ?? sizeOf(message))
  const className = `${styles.frame} ${fills ? styles.fills : ''}`
  if (mediaState === 'pending' || url === null) {
    return (
      <span
        className={className}
        style={style}
        aria-busy="true"
        role="img"
        aria-label={t('inbox:media.pending')}
      >
        <LoadingOutlined />
      </span>
    )
  }
  // no preview can be made: offer the download
  if (failed && shown !== url) return <Document message={message} url={url} />
  if (failed) {
    return (
      <button type="button" className={`${className} ${styles.again}`} style={style} onClick={retry}>
        <span>
          <ReloadOutlined /> {t('inbox:media.failed')}
        </span>
      </button>
    )
  }
  const caption = message.fromMe ? withoutSignature(message.body) : message.body
  const text = caption === '' ? t(isVideo ? 'inbox:media.video' : 'inbox:media.image') : caption
  const learn = (width: number, height: number): void => {
    if (sizeOf(message) !== null || width === 0 || height === 0) return
    rememberSize(url, { width, height })
    setFound({ width, height })
  }
  return (
    <button
      type="button"
      className={className}
      style={style}
      aria-label={t('inbox:media.open', { text })}
      onClick={() => open(id)}
    >
      {isVideo ? (
        <>
          <video
            key={attempt}
            src={url}
            onError={onError}
            preload="metadata"
            muted
            tabIndex={-1}
            aria-hidden
            onLoadedMetadata={({ currentTarget }) =>
              learn(currentTarget.videoWidth, currentTarget.videoHeight)
            }
          />
          <PlayCircleFilled className={styles.play} />
          {mediaSeconds !== null && mediaSeconds > 0 && (
            <span className={styles.length}>{formatDuration(mediaSeconds * 1000)}</span>
          )}
        </>
      ) : (
        <img
          key={attempt}
          src={shown ?? ''}
          onError={onError}
          alt=""
          loading="lazy"
          decoding="async"
          onLoad={({ currentTarget }) => learn(currentTarget.naturalWidth, currentTarget.naturalHeight)}
        />
      )}
    </button>
  )
}
