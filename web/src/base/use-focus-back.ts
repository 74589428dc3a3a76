import { type RefCallback, useCallback } from 'react'

/**
 * Gives a ref for an element that comes and goes. If it goes while the focus is in it, the focus goes to what `back`
 * finds, e.g. to what opened it. Otherwise the next Tab would begin at the top of the page.
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
