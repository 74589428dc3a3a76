import { useCallback } from 'react'
import { useAppDispatch } from '../base/hooks.js'
import { toastShown } from './toasts/toasts.js'

/** Copies a text and shows `copied`, or `notCopied` if the browser forbids it (both translated). */
export const useCopy = () => {
  const dispatch = useAppDispatch()
  return useCallback(
    async (text: string, told: { readonly copied: string; readonly notCopied: string }): Promise<void> => {
      try {
        await navigator.clipboard.writeText(text)
        dispatch(toastShown({ tone: 'good', text: told.copied }))
      } catch {
        dispatch(toastShown({ tone: 'failed', text: told.notCopied }))
      }
    },
    [dispatch],
  )
}
