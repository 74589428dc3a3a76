import { type RefObject, useCallback, useEffect, useRef, useState } from 'react'
import type { VirtuosoHandle } from 'react-virtuoso'

/** Older pages that are fetched at most to find a message. */
const FAR = 40
/** Milliseconds that a found message stays marked. */
const MARKED = 2500

interface Given {
  /** id of the message to go to, or null */
  readonly target: string | null
  /** its place in the list, -1 while it is not loaded */
  readonly placeOf: (id: string) => number
  readonly hasOlder: boolean
  readonly loadingOlder: boolean
  readonly onOlder: () => void
  readonly onDone: (found: boolean) => void
}

/** Goes to a message once, fetching older pages until it is there; gives which one is marked, and whether it searches. */
export const useTarget = (list: RefObject<VirtuosoHandle | null>, given: Given) => {
  const { target, placeOf, hasOlder, loadingOlder, onOlder, onDone } = given
  const [marked, setMarked] = useState<string | null>(null)
  const pages = useRef(0)

  const step = useCallback(() => {
    if (target === null || loadingOlder) return
    const index = placeOf(target)
    if (index !== -1) {
      pages.current = 0
      setMarked(target)
      // heights of rows that were never shown are guesses: the second time they are known
      const go = () => list.current?.scrollToIndex({ index, align: 'center' })
      go()
      setTimeout(go, 80)
      onDone(true)
    } else if (hasOlder && pages.current < FAR) {
      pages.current += 1
      onOlder()
    } else {
      pages.current = 0
      onDone(false)
    }
  }, [target, placeOf, hasOlder, loadingOlder, onOlder, onDone, list])
  useEffect(step, [step])

  useEffect(() => {
    if (marked === null) return
    const timer = setTimeout(() => setMarked(null), MARKED)
    return () => clearTimeout(timer)
  }, [marked])

  return { marked, searching: target !== null }
}
