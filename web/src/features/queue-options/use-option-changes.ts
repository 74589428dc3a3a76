import { useCallback } from 'react'
import { type ApiError, errorText } from '../../api/errors.js'
import { useSaved } from '../../api/use-saved.js'
import { useAppDispatch } from '../../base/hooks.js'
import { useConfirmDelete } from '../../components/confirm/use-confirm-delete.js'
import { toastShown } from '../../components/toasts/toasts.js'
import { useTranslation } from '../../i18n/use-translation.js'
import { useChangeRecordMutation, useDeleteRecordMutation } from '../../records/record-api.js'
import type { Option, Place } from './tree.js'

const RECORD = 'queueOption'

/** Moves and deletes options of a queue; both are saved at once, and a failure shows a toast. */
export const useOptionChanges = (queueId: number) => {
  const { t } = useTranslation()
  const dispatch = useAppDispatch()
  const { save, saving } = useSaved()
  const [change] = useChangeRecordMutation()
  const [removing] = useDeleteRecordMutation()
  const confirmDelete = useConfirmDelete()

  const move = useCallback(
    async (
      { id, title, number: before, parentId: from }: Option,
      { parentId, number }: Place,
    ): Promise<void> => {
      const put = (said: object) =>
        save(change, { record: RECORD, id, body: { title, queueId, ...said } as never })
      try {
        if (parentId !== from) await put({ parentId: parentId ?? -1, option: number })
        // below another parent its former number means nothing
        if (parentId === from || number === before) await put({ option: number })
      } catch (error) {
        dispatch(toastShown({ tone: 'failed', text: errorText(error as ApiError) }))
      }
    },
    [save, change, dispatch, queueId],
  )
  /** Deletes an option; gives whether it was deleted. */
  const remove = async ({ id, title }: Option, below: number): Promise<boolean> => {
    const detail = below > 0 ? t('queue-options:deleteBelow', { count: below }) : undefined
    if (!(await confirmDelete(detail, t('queue-options:deleteAsk', { title })))) return false
    const { error } = await removing({ record: RECORD, id })
    if (error !== undefined) return false
    dispatch(toastShown({ tone: 'good', text: t('queue-options:deleted') }))
    return true
  }
  return { move, remove, saving }
}
