import { useUser } from '../../base/access.js'
import { StatusBanner } from '../../components/status-banner.js'
import { joinNames } from '../../i18n/i18n.js'
import { useTranslation } from '../../i18n/use-translation.js'

/** Explains to a user without a seat why the app is read-only, and whom to ask. */
export const SeatBanner = () => {
  const { t } = useTranslation()
  const { withoutSeat } = useUser()
  if (withoutSeat === undefined) return null
  const { limit, ask } = withoutSeat
  return (
    <StatusBanner>
      {t('subscription:seat.why', { limit })}{' '}
      {ask.length === 0
        ? t('subscription:seat.askAny')
        : t('subscription:seat.ask', { people: joinNames(ask) })}
    </StatusBanner>
  )
}
