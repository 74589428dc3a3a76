import { useEffect, useState } from 'react'
import { errorText } from '../../../api/errors.js'
import { useAppDispatch } from '../../../base/hooks.js'
import { toastShown } from '../../../components/toasts/toasts.js'
import { readAround } from '../thread-patches.js'

/**
 * Loads the messages around a message that is not loaded, and calls `onFound`. Until then, and after a
 * failure, nothing moves; a failure shows a toast. `seek` replaces an earlier request; null cancels it.
 */
export const useSeeking = (ticketId: number, onFound: (id: string) => void) => {
  const dispatch = useAppDispatch()
  const [sought, seek] = useState<string | null>(null)
  useEffect(() => {
    if (sought === null) return
    let isOver = false
    void dispatch(readAround({ ticketId, around: sought })).then((error) => {
      if (isOver) return
      seek(null)
      if (error === null) onFound(sought)
      else dispatch(toastShown({ tone: 'failed', text: errorText(error) }))
    })
    return () => {
      isOver = true
    }
  }, [dispatch, ticketId, sought, onFound])
  return { seek, isSeeking: sought !== null }
}
