import dayjs from 'dayjs'
import { useTranslation } from '../../i18n/use-translation.js'
import styles from './clock.module.css'
import type { ClockError } from './clock-error.js'

const shown = (time: number): string => dayjs(time).format('DD/MM/YYYY HH:mm')

/** Warns that the clock of this computer is wrong: waiting times, snoozes and "today" follow this clock. */
export const ClockBanner = ({ here, there }: ClockError) => {
  const { t } = useTranslation()
  return (
    <p role="status" className={styles.banner}>
      {t('clock:wrong', { here: shown(here), there: shown(there) })}
    </p>
  )
}
