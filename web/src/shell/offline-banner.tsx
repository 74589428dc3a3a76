import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useAppSelector } from '../app/hooks.js'
import styles from './offline-banner.module.css'

/** Milliseconds of a cut that nobody needs to know about. */
const SILENT = 1500

/** Says that what is shown may be old, while the connection to the server is away. */
export const OfflineBanner = () => {
  const { t } = useTranslation()
  const status = useAppSelector((state) => state.realtime.status)
  const away = status === 'offline' || status === 'reconnecting'
  const [shown, setShown] = useState(false)
  useEffect(() => {
    if (!away) return setShown(false)
    const timer = setTimeout(() => setShown(true), SILENT)
    return () => clearTimeout(timer)
  }, [away])
  return (
    <div role="status">
      {shown && (
        <p className={styles.banner}>
          <span className={styles.pulse} aria-hidden="true" />
          {t(status === 'offline' ? 'common:offline.network' : 'common:offline.server')}
        </p>
      )}
    </div>
  )
}
