import dayjs from 'dayjs'
import { StatusBanner } from '../../components/status-banner.js'
import { useTranslation } from '../../i18n/use-translation.js'
import type { ClockError } from './clock-error.js'

const shown = (time: number): string => dayjs(time).format('DD/MM/YYYY HH:mm')

/** Warns that the clock of this computer is wrong: waiting times, snoozes and "today" follow this clock. */
export const ClockBanner = ({ here, there }: ClockError) => {
  const { t } = useTranslation()
  return <StatusBanner>{t('clock:wrong', { here: shown(here), there: shown(there) })}</StatusBanner>
}
