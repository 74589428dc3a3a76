import { useTranslation } from '../../i18n/use-translation.js'
import { useConfirm } from './confirm.js'

/** The question before any record is deleted; `detail` says what goes with it. */
export const useConfirmDelete = () => {
  const { t } = useTranslation()
  const confirm = useConfirm()
  return (detail?: string): Promise<boolean> =>
    confirm({
      title: t('common:delete.title'),
      text: [t('common:delete.text'), detail].filter(Boolean).join(' '),
      confirm: t('common:delete.confirm'),
      danger: true,
    })
}
