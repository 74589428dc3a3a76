import type { Language } from '@guiche/contracts/languages.js'
import { hoursAt } from '@guiche/contracts/opening-hours/hours-at.js'
import type { Week } from '@guiche/contracts/opening-hours/week.js'
import { useUser } from '../../base/access.js'
import { useNow } from '../../base/use-now.js'
import { useTranslation } from '../../i18n/use-translation.js'
import { useRecords } from '../record-api.js'
import styles from './hours.module.css'
import { nowText } from './now-text.js'
import { exceptionOf } from './use-hours.js'

/** The city in a time zone's name: `America/Sao_Paulo`. */
const cityOf = (timezone: string): string => (timezone.split('/').at(-1) ?? timezone).replaceAll('_', ' ')

/** Says whether these hours are open now, with the company's holidays and in its time zone. */
export const HoursNow = ({ week }: { readonly week: Week }) => {
  const { t, i18n } = useTranslation()
  const now = useNow()
  const { timezone } = useUser().company
  const holidays = useRecords('holiday').rows
  if (holidays === undefined) return null
  const exceptions = holidays.map(exceptionOf)
  const state = hoursAt({ week, exceptions }, timezone, now)
  return (
    <p role="status" className={state.open ? styles.open : styles.closed}>
      {nowText(t, i18n.language as Language, timezone, now, state)}
      <small>{t('common:hours.zone', { zone: cityOf(timezone) })}</small>
    </p>
  )
}
