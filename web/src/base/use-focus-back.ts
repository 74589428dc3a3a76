import { type RefCallback, useCallback } from 'react'

/**
 * Gives a ref for an element that comes and goes. Where it goes while the focus is in it, what `back` finds has the focus
 * then, e.g. what opened it: else the next Tab would begin somewhere else.
 */
export const useFocusBack = <E extends HTMLElement>(back: (gone: E) => HTMLElement | null): RefCallback<E> =>
  useCallback(
    (element: E | null) => {
      if (element === null) return
      return () => {
        if (element.contains(document.activeElement)) back(element)?.focus()
      }
    },
    [back],
  )
