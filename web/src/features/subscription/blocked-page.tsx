import { useEffect } from 'react'
import { type ApiError, errorText } from '../../api/errors.js'
import { refresh } from '../../api/query.js'
import { useAppDispatch } from '../../base/hooks.js'
import { ConfirmProvider } from '../../components/confirm/confirm.js'
import { ErrorState } from '../../components/error-state.js'
import { PlainButton } from '../../components/plain-button.js'
import { Welcome } from '../../components/welcome.js'
import { useTranslation } from '../../i18n/use-translation.js'
import { ThemeProvider } from '../../theme/theme-provider.js'
import { useLeave } from '../inbox/use-leave.js'
import { VisitBanner } from '../visits/visit-banner.js'
import { useSubscriptionQuery } from './api.js'
import styles from './subscription.module.css'
import { SubscriptionDetails } from './subscription-details.js'

/** Interval of checks whether the company has paid, in milliseconds: no frame reports it. */
const ASK_MS = 10_000

const Blocked = () => {
  const { t } = useTranslation()
  const dispatch = useAppDispatch()
  const leave = useLeave()
  const { data, error, refetch, fulfilledTimeStamp } = useSubscriptionQuery(undefined, {
    pollingInterval: ASK_MS,
  })
  const isOver = data !== undefined && data.standing !== 'blocked'
  // each answer tries again, because a renewal may fail
  // biome-ignore lint/correctness/useExhaustiveDependencies: see above
  useEffect(() => {
    if (isOver) void dispatch(refresh())
  }, [isOver, fulfilledTimeStamp, dispatch])
  return (
    <Welcome title={t('subscription:blockedTitle')} hint={t('subscription:blockedHint')}>
      {data !== undefined && <SubscriptionDetails subscription={data} />}
      {data === undefined && error === undefined && <p role="status">{t('common:loading')}</p>}
      {data === undefined && error !== undefined && (
        <ErrorState text={errorText(error as ApiError)} onRetry={refetch} />
      )}
      <div className={styles.leave}>
        <PlainButton onClick={leave}>{t('subscription:leave')}</PlainButton>
      </div>
    </Welcome>
  )
}

/** The only page for a blocked company's administrator: how to pay, and a temporary unblocking. */
export const BlockedPage = () => (
  <ThemeProvider>
    <ConfirmProvider>
      <VisitBanner />
      <Blocked />
    </ConfirmProvider>
  </ThemeProvider>
)
