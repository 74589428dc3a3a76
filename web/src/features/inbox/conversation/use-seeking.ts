import { useEffect, useState } from 'react'
import { errorText } from '../../../api/errors.js'
import { useAppDispatch } from '../../../base/hooks.js'
import { toastShown } from '../../../components/toasts/toasts.js'
import { readAround } from '../thread-patches.js'

/**
 * Reads what stands around a message that is not loaded, and tells `onFound` of it. Until then, and where it cannot be
 * read, nothing moves; a failure is shown in a toast. `seek` takes the place of an earlier wish; null gives it up.
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
