import { type RefObject, useCallback, useLayoutEffect, useRef } from 'react'

/** Puts the caret of a controlled text to its place once the next `text` is shown; by itself it goes to the end. */
export const useCaret = (
  area: RefObject<HTMLTextAreaElement | null>,
  text: string,
): ((place: number) => void) => {
  const next = useRef<number | null>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the text has to be there before
  useLayoutEffect(() => {
    if (next.current === null) return
    area.current?.setSelectionRange(next.current, next.current)
    next.current = null
  }, [text])
  return useCallback((place) => {
    next.current = place
  }, [])
}
