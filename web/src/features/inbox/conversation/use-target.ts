import { type RefObject, useEffect, useState } from 'react'
import type { VirtuosoHandle } from 'react-virtuoso'

/** Milliseconds that a found message stays marked. */
const MARKED = 2500

interface Given {
  /** id of the message to go to, or null */
  readonly target: string | null
  /** its place in the list, -1 when it is not loaded */
  readonly placeOf: (id: string) => number
  /** it was shown, or it is not here */
  readonly onDone: (id: string, found: boolean) => void
}

/** Goes to a message once, and says whether it is here; gives which one is marked. */
export const useTarget = (list: RefObject<VirtuosoHandle | null>, given: Given): string | null => {
  const { target, placeOf, onDone } = given
  const [marked, setMarked] = useState<string | null>(null)

  useEffect(() => {
    if (target === null) return
    const index = placeOf(target)
    if (index !== -1) {
      setMarked(target)
      // heights of rows that were never shown are guesses: the second time they are known
      const go = () => list.current?.scrollToIndex({ index, align: 'center' })
      go()
      setTimeout(go, 80)
    }
    onDone(target, index !== -1)
  }, [target, placeOf, onDone, list])

  useEffect(() => {
    if (marked === null) return
    const timer = setTimeout(() => setMarked(null), MARKED)
    return () => clearTimeout(timer)
  }, [marked])

  return marked
}
