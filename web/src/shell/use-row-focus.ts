import { useEffect } from 'react'

/** Rows of tables and lists, including the ticket list's. */
const ROW = 'tr, li, [data-item-index]'
const FOCUSABLE = 'a[href], button:enabled, input:enabled, [tabindex="0"]'

const reachedIn = (row: Element | undefined): readonly HTMLElement[] =>
  [...(row?.querySelectorAll<HTMLElement>(FOCUSABLE) ?? [])].filter((one) => one.checkVisibility())

/** The heading of the page's part with a row. */
const headingOver = (row: Element): HTMLElement | null =>
  row.querySelector<HTMLElement>('h1, h2, h3') ??
  (row.parentElement === null ? null : headingOver(row.parentElement))

const isInSight = (row: Element, within: Element): boolean => {
  const [at, sight] = [row.getBoundingClientRect(), within.getBoundingClientRect()]
  return at.bottom > sight.top && at.top < sight.bottom
}

/** The focused row, and its place. */
interface FocusedRow {
  readonly row: Element
  readonly list: Element
  readonly index: number
  /** index of the focused element among the row's focusable elements */
  readonly place: number
  readonly heading: HTMLElement | null
}

/**
 * When a focused row of a list is removed, its neighbour gets the focus: the same button there, else its last
 * one. Without any row the list's heading gets the focus. Otherwise the next Tab would start at the top of
 * the page.
 */
const keepRows = (): (() => void) => {
  let last: FocusedRow | null = null
  const onTaken = ({ target }: FocusEvent): void => {
    const element = target as HTMLElement
    const row = element.closest(`main :is(${ROW})`)
    const list = row?.parentElement
    // a dialog about the row returns the focus to the row
    if (row && list) {
      const [index, place] = [[...list.children].indexOf(row), reachedIn(row).indexOf(element)]
      last = { row, list, index, place, heading: headingOver(row) }
    } else if (element.closest('main') !== null) last = null
  }
  // a long list unmounts rows that are scrolled out: a user who reads elsewhere stays there
  const onScrolled = ({ target }: Event): void => {
    if (last === null || !(target instanceof Element) || !target.contains(last.row)) return
    if (!isInSight(last.row, target)) last = null
  }
  const gone = new MutationObserver(() => {
    if (last === null || last.row.isConnected || document.activeElement !== document.body) return
    const { list, index, place, heading } = last
    last = null
    const reached = [index, index - 1]
      .map((one) => reachedIn(list.children[one]))
      .find(({ length }) => length > 0)
    if (list.isConnected && reached !== undefined)
      return (reached[place] ?? reached.at(-1))?.focus({ preventScroll: true })
    // the heading is removed, too, if another page is shown
    heading?.setAttribute('tabindex', '-1')
    heading?.focus()
  })
  gone.observe(document.body, { childList: true, subtree: true })
  addEventListener('focusin', onTaken, { capture: true })
  addEventListener('scroll', onScrolled, { capture: true, passive: true })
  return () => {
    gone.disconnect()
    removeEventListener('focusin', onTaken, { capture: true })
    removeEventListener('scroll', onScrolled, { capture: true })
  }
}

/** Keeps the focus near a removed row; used once, by the shell. */
export const useRowFocus = (): void => useEffect(keepRows, [])
