import { useMay } from '../../base/access.js'
import { ErrorState } from '../../components/error-state.js'
import { PageHeader } from '../../components/page-header.js'
import { PageSkeleton } from '../../components/page-skeleton.js'
import { useTranslation } from '../../i18n/use-translation.js'
import { useSubscriptionQuery } from './api.js'
import { PlatformBilling } from './platform-billing.js'
import { SubscriptionDetails } from './subscription-details.js'

/** The subscription of the company; super users also set the times of warnings and blocks. */
export const SubscriptionPage = () => {
  const { t } = useTranslation()
  const isSuper = useMay('super')
  const { data, isError, refetch } = useSubscriptionQuery()
  if (data === undefined) return isError ? <ErrorState onRetry={refetch} /> : <PageSkeleton />
  return (
    <>
      <PageHeader title={t('subscription:title')} hint={t('subscription:hint')} />
      <SubscriptionDetails subscription={data} />
      {isSuper && data.platform !== null && <PlatformBilling values={data.platform} />}
    </>
  )
}
