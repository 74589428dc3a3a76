import { useCallback, useState, useSyncExternalStore } from 'react'
import { readStored, storeText } from '../../base/storage.js'
import { BREAKPOINTS } from '../../theme/tokens.js'

const KEY = 'contact-pane'
/** Id of the pane's opener: the contact's name in the conversation's header. */
export const CONTACT_OPENER = 'contact-opener'
const room = matchMedia(`(min-width: ${BREAKPOINTS.panes}px)`)

const followWidth = (changed: () => void): (() => void) => {
  room.addEventListener('change', changed)
  return () => room.removeEventListener('change', changed)
}

/**
 * Whether the contact's pane is open. In wide windows it is beside the conversation, and stays open for the next
 * ticket.
 */
export const useContactPane = () => {
  const beside = useSyncExternalStore(followWidth, () => room.matches)
  const [open, setOpen] = useState(() => room.matches && readStored(KEY) === 'open')
  const [noting, setNoting] = useState(false)
  const show = useCallback(
    (next: boolean): void => {
      setOpen(next)
      setNoting(false)
      if (beside) storeText(KEY, next ? 'open' : null)
    },
    [beside],
  )
  return {
    open,
    beside,
    show,
    toggle: () => show(!open),
    close: () => show(false),
    /** opens the pane and scrolls to the field for notes */
    write: () => {
      show(true)
      setNoting(true)
    },
    /** a pending request to scroll to the note field */
    noting,
    noted: useCallback(() => setNoting(false), []),
  }
}
