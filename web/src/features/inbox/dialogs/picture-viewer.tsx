import CloseOutlined from '@ant-design/icons/es/icons/CloseOutlined'
import DownloadOutlined from '@ant-design/icons/es/icons/DownloadOutlined'
import LeftOutlined from '@ant-design/icons/es/icons/LeftOutlined'
import RightOutlined from '@ant-design/icons/es/icons/RightOutlined'
import ZoomInOutlined from '@ant-design/icons/es/icons/ZoomInOutlined'
import ZoomOutOutlined from '@ant-design/icons/es/icons/ZoomOutOutlined'
import { withoutSignature } from '@guiche/contracts/message/signature.js'
import type { MessageRecord } from '@guiche/contracts/views/records.js'
import { type ReactNode, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { formatDayAndTime } from '../../../base/dates.js'
import { useTranslation } from '../../../i18n/use-translation.js'
import { shownUrl } from '../model/picture-size.js'
import styles from './picture-viewer.module.css'
import { ViewedVideo } from './viewed-video.js'
import { ZoomedPicture } from './zoomed-picture.js'

const ZOOMS = [1, 1.5, 2, 3, 4] as const

interface Props {
  /** oldest first */
  readonly pictures: readonly MessageRecord[]
  /** id of the shown picture */
  readonly current: string
  readonly onMove: (id: string) => void
  readonly onClose: () => void
}

interface Action {
  readonly label: string
  readonly icon: ReactNode
  readonly disabled?: boolean
  readonly className?: string | undefined
  readonly onClick: () => void
}
const ActionButton = ({ label, icon, ...rest }: Action) => (
  <button type="button" aria-label={label} title={label} {...rest}>
    {icon}
  </button>
)

/** Pictures and videos of a conversation over the whole window: to zoom, browse and download. */
export const PictureViewer = ({ pictures, current, onMove, onClose }: Props) => {
  const { t } = useTranslation()
  const dialog = useRef<HTMLDialogElement>(null)
  const [zoom, setZoom] = useState<number>(0)
  const place = pictures.findIndex(({ id }) => id === current)
  const picture = pictures[place]

  useLayoutEffect(() => {
    const element = dialog.current
    element?.showModal()
    return () => element?.close()
  }, [])

  const go = (step: 1 | -1): void => {
    const next = pictures[place + step]
    if (next === undefined) return
    setZoom(0)
    onMove(next.id)
  }
  const enlarge = (step: 1 | -1): void =>
    setZoom((now) => Math.max(0, Math.min(ZOOMS.length - 1, now + step)))
  const keys: Readonly<Record<string, () => void>> = {
    Escape: onClose,
    ArrowLeft: () => go(-1),
    ArrowRight: () => go(1),
    '+': () => enlarge(1),
    '=': () => enlarge(1),
    '-': () => enlarge(-1),
    '0': () => setZoom(0),
  }
  const latest = useRef(keys)
  latest.current = keys
  useEffect(() => {
    const pressed = (event: KeyboardEvent): void => {
      // a video's own controls handle these keys
      if (event.target instanceof HTMLVideoElement && event.key !== 'Escape') return
      event.stopPropagation()
      const run = latest.current[event.key]
      if (run === undefined || event.ctrlKey || event.metaKey || event.altKey) return
      event.preventDefault()
      run()
    }
    addEventListener('keydown', pressed, { capture: true })
    return () => removeEventListener('keydown', pressed, { capture: true })
  }, [])

  if (picture?.mediaUrl == null) return null
  const { mediaUrl: url, mediaName, mediaType, createdAt, fromMe, body } = picture
  const caption = fromMe ? withoutSignature(body) : body
  const isVideo = mediaType === 'video'
  const label = caption === '' ? t(isVideo ? 'inbox:media.video' : 'inbox:media.image') : caption
  return (
    // keys of the page below do nothing here
    <dialog
      ref={dialog}
      className={styles.viewer}
      aria-label={t('inbox:viewer.title')}
      onKeyDown={(event) => event.stopPropagation()}
    >
      <header className={styles.bar}>
        <span className={styles.when}>
          {formatDayAndTime(createdAt)} · {place + 1}/{pictures.length}
        </span>
        {!isVideo && (
          <>
            <ActionButton
              label={t('inbox:viewer.smaller')}
              icon={<ZoomOutOutlined />}
              disabled={zoom === 0}
              onClick={() => enlarge(-1)}
            />
            <ActionButton
              label={t('inbox:viewer.larger')}
              icon={<ZoomInOutlined />}
              disabled={zoom === ZOOMS.length - 1}
              onClick={() => enlarge(1)}
            />
          </>
        )}
        <a
          href={url}
          download={mediaName ?? ''}
          aria-label={t('inbox:media.download')}
          title={t('inbox:media.download')}
        >
          <DownloadOutlined />
        </a>
        <ActionButton label={t('inbox:viewer.close')} icon={<CloseOutlined />} onClick={onClose} />
      </header>
      {isVideo ? (
        <ViewedVideo key={url} url={url} text={label} />
      ) : (
        <ZoomedPicture
          key={url}
          url={shownUrl(url, picture)}
          text={label}
          zoom={ZOOMS[zoom] ?? 1}
          onZoom={enlarge}
          onSwitch={() => setZoom(zoom === 0 ? 2 : 0)}
        />
      )}
      {place > 0 && (
        <ActionButton
          className={styles.previous}
          label={t('inbox:viewer.previous')}
          icon={<LeftOutlined />}
          onClick={() => go(-1)}
        />
      )}
      {place < pictures.length - 1 && (
        <ActionButton
          className={styles.next}
          label={t('inbox:viewer.next')}
          icon={<RightOutlined />}
          onClick={() => go(1)}
        />
      )}
      {caption !== '' && <p className={styles.caption}>{caption}</p>}
    </dialog>
  )
}
