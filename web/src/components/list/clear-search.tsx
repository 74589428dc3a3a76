import CloseCircleFilled from '@ant-design/icons/es/icons/CloseCircleFilled'
import { useTranslation } from '../../i18n/use-translation.js'

/** What stands in the button that empties a search; it gives the button its name. */
export const ClearSearch = () => {
  const { t } = useTranslation()
  return <CloseCircleFilled aria-label={t('common:list.clear')} />
}
