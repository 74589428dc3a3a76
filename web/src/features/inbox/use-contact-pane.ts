import { useCallback, useState, useSyncExternalStore } from 'react'
import { readStored, store } from '../../base/storage.js'
import { BREAKPOINTS } from '../../theme/tokens.js'

const KEY = 'contact-pane'
/** The element that opens it: the name of the contact in the header of the conversation. */
export const CONTACT_OPENER = 'contact-opener'
const room = matchMedia(`(min-width: ${BREAKPOINTS.panes}px)`)

const follow = (changed: () => void): (() => void) => {
  room.addEventListener('change', changed)
  return () => room.removeEventListener('change', changed)
}

/** Whether the contact is shown. In wide windows it stands beside the conversation, and stays there for the next ticket. */
export const useContactPane = () => {
  const beside = useSyncExternalStore(follow, () => room.matches)
  const [open, setOpen] = useState(() => room.matches && readStored(KEY) === 'open')
  const [noting, setNoting] = useState(false)
  const show = useCallback(
    (next: boolean): void => {
      setOpen(next)
      setNoting(false)
      if (beside) store(KEY, next ? 'open' : null)
    },
    [beside],
  )
  return {
    open,
    beside,
    show,
    toggle: () => show(!open),
    close: () => show(false),
    /** shows it, and where notes are written in it */
    write: () => {
      show(true)
      setNoting(true)
    },
    /** whoever writes notes is still to be led to their field */
    noting,
    noted: useCallback(() => setNoting(false), []),
  }
}
