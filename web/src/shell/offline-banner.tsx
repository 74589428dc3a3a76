import { useEffect, useState } from 'react'
import { useAppSelector } from '../base/hooks.js'
import { useTranslation } from '../i18n/use-translation.js'
import styles from './offline-banner.module.css'

/** Milliseconds of a disconnection before the banner shows. */
const SILENT_MS = 1500

const TEXTS = {
  offline: 'common:offline.network',
  reconnecting: 'common:offline.server',
  stale: 'common:offline.stale',
} as const

/** Warns that the screen may be outdated, while the connection or a part of the server is down. */
export const OfflineBanner = () => {
  const { t } = useTranslation()
  const { status, stale } = useAppSelector((state) => state.realtime)
  const lost = status === 'offline' || status === 'reconnecting' ? status : null
  const reason = lost ?? (stale ? 'stale' : null)
  const away = reason !== null
  const [shown, setShown] = useState(false)
  useEffect(() => {
    if (!away) return setShown(false)
    const timer = setTimeout(() => setShown(true), SILENT_MS)
    return () => clearTimeout(timer)
  }, [away])
  return (
    <div role="status">
      {shown && reason !== null && (
        <p className={styles.banner}>
          <span className={styles.pulse} aria-hidden="true" />
          {t(TEXTS[reason])}
        </p>
      )}
    </div>
  )
}
