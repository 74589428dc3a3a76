import { type RefCallback, useCallback } from 'react'

/**
 * Gives a ref for an element whose children matching `selector` are one tab stop: the one last focused, else the first.
 * The element itself must handle the arrow keys to reach the rest.
 */
export const useOneTabStop = (selector: string): RefCallback<HTMLElement> =>
  useCallback(
    (root: HTMLElement | null) => {
      if (root === null) return
      let stop: Element | undefined
      const arrange = (): void => {
        const all = root.querySelectorAll<HTMLElement>(selector)
        if (!stop?.isConnected) stop = all[0]
        for (const one of all) {
          const wanted = one === stop ? 0 : -1
          if (one.tabIndex !== wanted) one.tabIndex = wanted
        }
      }
      const onTaken = ({ target }: FocusEvent): void => {
        if (!(target as Element).matches(selector)) return
        stop = target as Element
        arrange()
      }
      const observer = new MutationObserver(arrange)
      observer.observe(root, { childList: true, subtree: true, attributeFilter: ['tabindex'] })
      root.addEventListener('focusin', onTaken)
      arrange()
      return () => {
        observer.disconnect()
        root.removeEventListener('focusin', onTaken)
      }
    },
    [selector],
  )
