import { useTranslation } from '../../i18n/use-translation.js'
import { useConfirm } from './confirm.js'

/**
 * The confirmation of a record's deletion. `detail` lists further deleted data, `text` replaces the question,
 * and `typed` must be typed first.
 */
export const useConfirmDelete = () => {
  const { t } = useTranslation()
  const confirm = useConfirm()
  return (detail?: string, text = t('common:delete.text'), typed?: string): Promise<boolean> =>
    confirm({
      ...(typed !== undefined && { typed }),
      title: t('common:delete.title'),
      text: [text, detail].filter(Boolean).join(' '),
      confirm: t('common:delete.confirm'),
      danger: true,
    })
}
