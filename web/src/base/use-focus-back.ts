import { type RefCallback, useCallback } from 'react'

/**
 * Gives a ref for an element that comes and goes. If the element disappears while focused, the focus moves to
 * the element that `back` finds, for example its opener. Otherwise the next Tab would start at the top of the
 * page.
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
