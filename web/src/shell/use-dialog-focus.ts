import { useEffect } from 'react'

/** Dialogs and drawers. */
const DIALOG = '[role="dialog"][aria-modal="true"]'
/** Layers that close after a choice. */
const MENU = '.ant-dropdown, .ant-popover'

/**
 * Returns the focus to the opener of a dialog after its end, and to the button of a closed menu. An element
 * that has the focus keeps it. antd returns the focus only when `open` changes, but dialogs here are mounted
 * only while open.
 */
const keepFocus = (): (() => void) => {
  /** last focused element outside of menus; null: none */
  let last: HTMLElement | null = null
  /** the element that is about to get the focus */
  let goal: EventTarget | null = null
  const open = new Set<Element>()
  const openers = new WeakMap<Element, HTMLElement | null>()

  const openerOf = (dialog: Element): HTMLElement | null => {
    const opener = openers.get(dialog) ?? null
    if (opener === null || opener.isConnected) return opener
    // the opener was in a dialog that is closed, too
    const around = opener.closest(DIALOG)
    return around === null ? null : openerOf(around)
  }
  const onLeft = ({ target, relatedTarget }: FocusEvent): void => {
    goal = relatedTarget
    if (relatedTarget !== null) return
    const left = target as Element
    const menu = left.closest(MENU)
    if (menu !== null && !menu.checkVisibility()) last?.focus({ preventScroll: true })
    // a button that waits for an answer becomes enabled again
    else if (menu === null && !left.matches(':disabled')) last = null
  }
  const onTaken = (event: FocusEvent): void => {
    const element = event.target as HTMLElement
    const wanted = goal
    goal = null
    // After its closing animation, antd's dialog takes the focus if no field has it. The same happens while
    // Tab moves the focus between two fields.
    const within = wanted instanceof HTMLElement && wanted !== element && element.contains(wanted)
    if (within && element.matches(DIALOG)) {
      event.stopImmediatePropagation()
      return wanted.focus()
    }
    const dialog = element.closest(DIALOG)
    if (dialog !== null && !open.has(dialog)) {
      open.add(dialog)
      openers.set(dialog, last)
    }
    if (element.closest(MENU) === null) last = element
  }
  // each dialog is a child of the body
  const gone = new MutationObserver(() => {
    for (const dialog of open) {
      if (dialog.isConnected) continue
      open.delete(dialog)
      if (document.activeElement === document.body) openerOf(dialog)?.focus({ preventScroll: true })
    }
  })
  gone.observe(document.body, { childList: true })
  addEventListener('focusout', onLeft, { capture: true })
  addEventListener('focusin', onTaken, { capture: true })
  return () => {
    gone.disconnect()
    removeEventListener('focusout', onLeft, { capture: true })
    removeEventListener('focusin', onTaken, { capture: true })
  }
}

/** The focus of all dialogs, drawers and menus; used once, by the shell. */
export const useDialogFocus = (): void => useEffect(keepFocus, [])
