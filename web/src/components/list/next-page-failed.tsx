import Button from 'antd/es/button/index.js'
import { useTranslation } from '../../i18n/use-translation.js'

/** A failed next page of a list, with a retry button. */
export const NextPageFailed = ({ onRetry }: { onRetry: () => unknown }) => {
  const { t } = useTranslation()
  return (
    <span>
      {t('common:list.moreFailed')}{' '}
      <Button type="link" size="small" onClick={onRetry}>
        {t('common:retry')}
      </Button>
    </span>
  )
}
