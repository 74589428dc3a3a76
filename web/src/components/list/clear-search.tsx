import CloseCircleFilled from '@ant-design/icons/es/icons/CloseCircleFilled'
import { useTranslation } from '../../i18n/use-translation.js'

/** Content of the button that empties a search; gives the button its accessible name. */
export const ClearSearch = () => {
  const { t } = useTranslation()
  return <CloseCircleFilled aria-label={t('common:list.clear')} />
}
