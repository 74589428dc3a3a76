import PaperClipOutlined from '@ant-design/icons/es/icons/PaperClipOutlined'
import WarningOutlined from '@ant-design/icons/es/icons/WarningOutlined'
import { useEffect, useState } from 'react'
import { useTranslation } from '../../../i18n/use-translation.js'
import styles from './quick-messages.module.css'

/** Milliseconds of delay before the request, so that a held arrow key causes only one. */
const PAUSE_MS = 150
const PICTURE = /\.(jpe?g|png|webp|gif)$/i

/** Whether the stored file of an address is deleted; false if the check fails. */
export const isFileGone = async (path: string): Promise<boolean> => {
  try {
    const answer = await fetch(path, { headers: { Range: 'bytes=0-0' }, credentials: 'same-origin' })
    return answer.status === 404
  } catch {
    return false
  }
}

/** The file of a quick reply: a picture, or a file's name. A deleted file is marked. */
export const QuickFile = ({ path, name }: { readonly path: string; readonly name: string }) => {
  const { t } = useTranslation()
  const [gone, setGone] = useState<string | null>(null)
  useEffect(() => {
    let isLeft = false
    const timer = setTimeout(async () => {
      if ((await isFileGone(path)) && !isLeft) setGone(path)
    }, PAUSE_MS)
    return () => {
      isLeft = true
      clearTimeout(timer)
    }
  }, [path])
  if (gone === path) {
    return (
      <span className={styles.gone}>
        <WarningOutlined /> {t('inbox:quick.fileGone', { name })}
      </span>
    )
  }
  return (
    <span className={styles.file}>
      {PICTURE.test(name) && <img key={path} src={`${path}?preview=1`} alt="" />}
      <span>
        <PaperClipOutlined /> {name}
      </span>
    </span>
  )
}
