import { Link } from 'react-router-dom'
import { useTranslation } from '../i18n/use-translation.js'
import { EmptyState } from './empty-state.js'

/** The page of an unknown address. */
export const NotFound = () => {
  const { t } = useTranslation()
  return (
    <EmptyState
      title={t('common:notFound.title')}
      hint={t('common:notFound.hint')}
      action={<Link to="/tickets">{t('common:notFound.back')}</Link>}
    />
  )
}
