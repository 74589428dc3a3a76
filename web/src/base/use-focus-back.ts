import { type RefCallback, useCallback } from 'react'

/**
 * Gives a ref for an element that comes and goes. If it goes while it has the focus, the focus moves to the element
 * that `back` finds, e.g. its opener. Otherwise the next Tab would start at the top of the page.
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
