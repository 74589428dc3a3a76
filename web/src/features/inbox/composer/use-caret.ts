import { type RefObject, useCallback, useLayoutEffect, useRef } from 'react'

/** Places the caret of a controlled text once the next `text` is shown; otherwise it would jump to the end. */
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
