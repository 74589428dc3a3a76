import Skeleton from 'antd/es/skeleton/index.js'
import { useTranslation } from '../i18n/use-translation.js'

/** Placeholder of a page being loaded. */
export const PageSkeleton = () => {
  const { t } = useTranslation()
  return (
    <div role="status" aria-label={t('common:loading')} style={{ width: '100%', padding: 4 }}>
      <Skeleton active title={{ width: 180 }} paragraph={{ rows: 6, width: '100%' }} />
    </div>
  )
}
