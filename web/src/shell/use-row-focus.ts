import { useEffect } from 'react'

const ROW = 'tr, li'
const REACHED = 'a[href], button:enabled, input:enabled, [tabindex="0"]'

const lastReached = (row: Element | undefined): HTMLElement | undefined =>
  [...(row?.querySelectorAll<HTMLElement>(REACHED) ?? [])].filter((one) => one.checkVisibility()).at(-1)

/**
 * When the row of a list that has the focus is gone, as after a deletion, its neighbour gets the focus: what stands last
 * there, where the actions are. Where no row is left, the heading of the page gets it. Without this the next Tab would
 * begin at the top of the page.
 */
const keepRows = (): (() => void) => {
  /** the row that has the focus, and its place */
  let last: { readonly row: Element; readonly list: Element; readonly index: number } | null = null
  const onTaken = ({ target }: FocusEvent): void => {
    const row = (target as Element).closest(`main :is(${ROW})`)
    const list = row?.parentElement
    // a dialog about the row gives the focus back to it
    if (row && list) last = { row, list, index: [...list.children].indexOf(row) }
    else if ((target as Element).closest('main') !== null) last = null
  }
  const gone = new MutationObserver(() => {
    if (last === null || last.row.isConnected || document.activeElement !== document.body) return
    const { list, index } = last
    last = null
    // another page is shown
    if (!list.isConnected) return
    const next = lastReached(list.children[index]) ?? lastReached(list.children[index - 1])
    if (next !== undefined) return next.focus({ preventScroll: true })
    const heading = document.querySelector<HTMLElement>('main h1')
    heading?.setAttribute('tabindex', '-1')
    heading?.focus()
  })
  gone.observe(document.body, { childList: true, subtree: true })
  addEventListener('focusin', onTaken, { capture: true })
  return () => {
    gone.disconnect()
    removeEventListener('focusin', onTaken, { capture: true })
  }
}

/** Keeps the focus near a row that is gone; used once, by the shell. */
export const useRowFocus = (): void => useEffect(keepRows, [])
