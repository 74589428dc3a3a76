import { type KeyboardEvent, useRef, useState } from 'react'
import { asksForQuick } from '../model/quick-list.js'
import { type ChoiceConnection, isChoosingKey, type KeyHandler } from './use-choice.js'
import { useQuickList } from './use-quick-list.js'

interface Quick extends ChoiceConnection {
  /** whether quick replies are offered for the typed text */
  readonly offered: boolean
  /** document id of the marked one */
  readonly marked: string | undefined
  /** Shows the list again after Esc. */
  reopen(): void
  /** Handles a key of the composer; gives whether it did. */
  takes(event: KeyboardEvent): boolean
}

/**
 * The quick replies for a composer's text. They are read at the first slash, and kept until the slash is
 * deleted.
 */
export const useQuick = (text: string): Quick => {
  const asked = asksForQuick(text)
  const [wanted, setWanted] = useState(asked)
  if (asked && !wanted) setWanted(true)
  const list = useQuickList(wanted)
  const keys = useRef<KeyHandler | null>(null)
  const [marked, setMarked] = useState<string>()
  // Esc closes the list until another slash is typed
  const [closed, setClosed] = useState(false)
  if (closed && !asked) setClosed(false)
  const onClose = (): void => setClosed(true)
  const offered = asked && !closed
  return {
    offered,
    marked,
    onClose,
    reopen: () => setClosed(false),
    keys,
    onMarked: setMarked,
    takes: (event) => {
      if (keys.current?.(event)) return true
      const isRead = keys.current !== null && list.isRead
      if (!offered || isRead) return false
      // Enter before the list has loaded must not send the slash
      if (event.key === 'Escape') onClose()
      else if (!isChoosingKey(event)) return false
      event.preventDefault()
      event.stopPropagation()
      return true
    },
  }
}
