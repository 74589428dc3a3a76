import { useTranslation } from '../../i18n/use-translation.js'
import { useConfirm } from './confirm.js'

/** The question before any record is deleted; `detail` says what goes with it, `text` asks in other words. */
export const useConfirmDelete = () => {
  const { t } = useTranslation()
  const confirm = useConfirm()
  return (detail?: string, text = t('common:delete.text')): Promise<boolean> =>
    confirm({
      title: t('common:delete.title'),
      text: [text, detail].filter(Boolean).join(' '),
      confirm: t('common:delete.confirm'),
      danger: true,
    })
}
