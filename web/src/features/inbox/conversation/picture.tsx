import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { lazyPage } from '../../../app/lazy-page.js'
import { LazyDialog } from '../../../components/lazy-dialog.js'
import styles from './media.module.css'

const PictureViewer = lazyPage(() => import('../dialogs/picture-viewer.js').then((m) => m.PictureViewer))

interface Props {
  readonly url: string
  /** its caption, or '' */
  readonly caption: string
  readonly sticker: boolean
}

/** A picture in a message; it opens over the whole window. */
export const Picture = ({ url, caption, sticker }: Props) => {
  const { t } = useTranslation()
  const [opened, setOpened] = useState(false)
  const text = caption === '' ? (sticker ? t('inbox:kind.sticker') : t('inbox:media.image')) : caption
  return (
    <>
      <button
        type="button"
        className={`${styles.frame} ${sticker ? styles.sticker : styles.image}`}
        aria-label={t('inbox:media.open', { text })}
        onClick={() => setOpened(true)}
      >
        <img src={url} alt="" loading="lazy" decoding="async" />
      </button>
      {opened && (
        <LazyDialog>
          <PictureViewer url={url} text={text} onClose={() => setOpened(false)} />
        </LazyDialog>
      )}
    </>
  )
}
