import Button from 'antd/es/button/index.js'
import { useTranslation } from '../../i18n/use-translation.js'

/** A further page of a list could not be read, which nothing asks for again by itself. */
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
