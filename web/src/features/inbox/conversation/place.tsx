import EnvironmentFilled from '@ant-design/icons/es/icons/EnvironmentFilled'
import { mapOf, parseLocation } from '@guiche/contracts/views/excerpt.js'
import type { MessageRecord } from '@guiche/contracts/views/records.js'
import type { ReactNode } from 'react'
import { useTranslation } from '../../../i18n/use-translation.js'
import styles from './card.module.css'
import { Text } from './text.js'

/** A location with its name and address, if known; a click opens an external map. */
export const Place = ({ message, meta }: { message: MessageRecord; meta: ReactNode }) => {
  const { t } = useTranslation()
  const { body, details } = message
  const found = parseLocation(body)
  if (found === null) return <Text text={body} meta={meta} />
  // locations of earlier releases have name and address in one text
  const place =
    details?.of === 'place'
      ? details
      : { name: found.label, address: '', latitude: 0, longitude: 0, live: false }
  const coordinates = `${place.latitude.toFixed(5)}, ${place.longitude.toFixed(5)}`
  const map = mapOf(body)
  return (
    <>
      <a href={found.href} target="_blank" rel="noopener noreferrer" className={styles.card}>
        {map !== null && (
          <img className={styles.map} src={`data:image/jpeg;base64,${map}`} alt="" loading="lazy" />
        )}
        <span className={styles.row}>
          <span className={styles.icon}>
            <EnvironmentFilled />
          </span>
          <span className={styles.words}>
            {place.live && <span className={styles.soft}>{t('inbox:place.live')}</span>}
            <strong>{place.name || (place.address ? t('inbox:kind.location') : coordinates)}</strong>
            {place.address !== '' && <span className={styles.soft}>{place.address}</span>}
            <span className={styles.act}>{t('inbox:place.open')}</span>
          </span>
        </span>
      </a>
      {meta}
    </>
  )
}
