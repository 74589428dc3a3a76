import { type RefObject, useEffect, useRef, useState } from 'react'
import type { VirtuosoHandle } from 'react-virtuoso'

/** Milliseconds that a found message stays marked. */
const MARKED = 2500
/** Frames for which it has to stay in sight; rows above it may still find their heights. */
const CALM = 10

interface Given {
  /** id of the message to go to, or null */
  readonly target: string | null
  /** its place in the list, -1 when it is not loaded */
  readonly placeOf: (id: string) => number
  /** what the list is seen through */
  readonly frame: RefObject<HTMLElement | null>
  /** it was shown, or it is not here */
  readonly onDone: (id: string, found: boolean) => void
}

/** Whether a message is seen whole, or fills the middle. */
const isInSight = (frame: HTMLElement | null, id: string): boolean => {
  const row = frame?.querySelector(`[data-message-id="${CSS.escape(id)}"]`)?.getBoundingClientRect()
  const seen = frame?.getBoundingClientRect()
  if (row === undefined || seen === undefined) return false
  const middle = (seen.top + seen.bottom) / 2
  return (row.top >= seen.top && row.bottom <= seen.bottom) || (row.top <= middle && row.bottom >= middle)
}

/** Goes to a message once, and says whether it is here; gives which one is marked. */
export const useTarget = (list: RefObject<VirtuosoHandle | null>, given: Given): string | null => {
  const { target, placeOf, frame, onDone } = given
  // another object each time: one may ask for the same message again while it is still marked
  const [marked, setMarked] = useState<{ readonly id: string } | null>(null)
  const places = useRef(placeOf)
  places.current = placeOf

  useEffect(() => {
    if (target === null) return
    const found = placeOf(target) !== -1
    if (found) setMarked({ id: target })
    onDone(target, found)
  }, [target, placeOf, onDone])

  useEffect(() => {
    if (marked === null) return
    // heights of rows that were never shown are guesses: it is gone to until it is there and stays
    let calm = 0
    let next = 0
    const go = (): void => {
      calm = isInSight(frame.current, marked.id) ? calm + 1 : 0
      const index = places.current(marked.id)
      if (calm === CALM || index === -1) return
      if (calm === 0) list.current?.scrollToIndex({ index, align: 'center' })
      next = requestAnimationFrame(go)
    }
    go()
    const timer = setTimeout(() => setMarked(null), MARKED)
    return () => {
      cancelAnimationFrame(next)
      clearTimeout(timer)
    }
  }, [marked, frame, list])

  return marked?.id ?? null
}
