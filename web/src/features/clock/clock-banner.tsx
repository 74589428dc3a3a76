import { formatDayAndTime } from '../../base/dates.js'
import { StatusBanner } from '../../components/status-banner.js'
import { useTranslation } from '../../i18n/use-translation.js'
import type { ClockError } from './clock-error.js'

/** Warns that the clock of this computer is wrong: waiting times, snoozes and "today" follow this clock. */
export const ClockBanner = ({ here, there }: ClockError) => {
  const { t } = useTranslation()
  return (
    <StatusBanner>
      {t('clock:wrong', { here: formatDayAndTime(here), there: formatDayAndTime(there) })}
    </StatusBanner>
  )
}
