import type { Erased } from '@guiche/contracts/views/answers.js'
import { useAppDispatch } from '../../base/hooks.js'
import { useConfirmDelete } from '../../components/confirm/use-confirm-delete.js'
import { toastShown } from '../../components/toasts/toasts.js'
import { useTranslation } from '../../i18n/use-translation.js'
import { useDeleteContactMutation } from './api.js'

/** A finished erasure. */
export interface Erasure {
  readonly name: string
  readonly removed: Erased['removed']
}

/** Erases a contact after a confirmation; `onErased` gets the counts. */
export const useErase = (onErased: (erasure: Erasure) => void) => {
  const { t } = useTranslation()
  const dispatch = useAppDispatch()
  const confirmDelete = useConfirmDelete()
  const [remove] = useDeleteContactMutation()
  return async ({ id, name }: { readonly id: number; readonly name: string }): Promise<void> => {
    const detail = t('contacts:deleteDetail', { name })
    if (!(await confirmDelete(detail, undefined, name || undefined))) return
    const { data } = await remove({ id })
    if (data === undefined) return
    if ('removed' in data) onErased({ name, removed: data.removed })
    else dispatch(toastShown({ tone: 'info', text: t('contacts:erased.late') }))
  }
}
