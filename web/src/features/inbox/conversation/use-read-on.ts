import { type RefObject, useCallback, useEffect, useRef } from 'react'

/** Pixels from its top within which older messages are asked for, and from its bottom for newer ones. */
const REACH = { top: 50, bottom: 80 }

/** What lies beyond what is loaded. */
export interface Ends {
  readonly hasOlder: boolean
  readonly loadingOlder: boolean
  /** they are asked for by hand then */
  readonly olderFailed: boolean
  readonly onOlder: () => void
  /** what is loaded ends before the conversation does */
  readonly hasNewer: boolean
  readonly loadingNewer: boolean
  readonly onNewer: () => void
}

/**
 * Asks for the messages beyond an end of the list, the scrolling element in `frame`, that is within reach; once a page
 * has come (`oldest` or `newest` is another message) again. Where the list stands is looked at: of a page that comes
 * within a frame it would tell nothing. `onMove`: the person moves it. Before, nothing is asked for, since the list
 * passes its top on the way to its first place. `onScroll`: it has moved.
 */
export const useReadOn = (
  frame: RefObject<HTMLElement | null>,
  ends: Ends,
  { oldest, newest }: { readonly oldest: string | null; readonly newest: string | null },
): { readonly onMove: () => void; readonly onScroll: () => void } => {
  const latest = useRef(ends)
  latest.current = ends
  const moved = useRef(false)
  const next = useRef(0)
  const look = useCallback(() => {
    cancelAnimationFrame(next.current)
    next.current = requestAnimationFrame(() => {
      const list = frame.current?.querySelector('[role=log]')
      if (!moved.current || !list) return
      const { hasOlder, loadingOlder, olderFailed, onOlder } = latest.current
      const { hasNewer, loadingNewer, onNewer } = latest.current
      const below = list.scrollHeight - list.clientHeight - list.scrollTop
      const mayAsk = hasOlder && !loadingOlder && !olderFailed
      if (mayAsk && list.scrollTop <= REACH.top) onOlder()
      if (hasNewer && !loadingNewer && below <= REACH.bottom) onNewer()
    })
  }, [frame])
  const onMove = useCallback(() => {
    moved.current = true
    look()
  }, [look])
  // biome-ignore lint/correctness/useExhaustiveDependencies: a page has come
  useEffect(look, [look, oldest, newest])
  useEffect(() => () => cancelAnimationFrame(next.current), [])
  return { onMove, onScroll: look }
}
