import { type KeyboardEvent, type RefObject, useEffect, useState } from 'react'

/** Handles a key; gives whether it did. */
export type KeyHandler = (event: KeyboardEvent) => boolean

/** Whether a key chooses the marked option. */
export const isChoosingKey = ({ key, shiftKey }: KeyboardEvent): boolean =>
  (key === 'Enter' && !shiftKey) || key === 'Tab'

/** Connects a list of choices with the text field below the list; the field keeps the focus. */
export interface ChoiceConnection {
  readonly onClose: () => void
  /** handler of keys pressed in the field */
  readonly keys: RefObject<KeyHandler | null>
  /** id of the option that is marked, for screen readers */
  readonly onMarked: (id: string | undefined) => void
}

interface OfferedList<T> extends ChoiceConnection {
  readonly found: readonly T[]
  /** the searched text; a change marks the first option again */
  readonly typed: string
  /** id of an option in the document */
  readonly idOf: (one: T) => string
  readonly choose: (one: T) => void
}

/** Gives the marked option. Arrow keys move the mark, Enter or Tab chooses, Esc closes. */
export const useChoice = <T>({ found, typed, idOf, choose, onClose, keys, onMarked }: OfferedList<T>) => {
  const [place, setPlace] = useState(0)
  const [shownFor, setShownFor] = useState(typed)
  if (shownFor !== typed) {
    setShownFor(typed)
    setPlace(0)
  }
  const marked = found[Math.min(place, found.length - 1)]
  const markedId = marked === undefined ? undefined : idOf(marked)

  useEffect(() => {
    onMarked(markedId)
    if (markedId !== undefined) document.getElementById(markedId)?.scrollIntoView({ block: 'nearest' })
    return () => onMarked(undefined)
  }, [markedId, onMarked])
  useEffect(() => {
    keys.current = (event) => {
      if (event.key === 'Escape') onClose()
      else if (marked === undefined) return false
      else if (event.key === 'ArrowDown') setPlace((place + 1) % found.length)
      else if (event.key === 'ArrowUp') setPlace((place + found.length - 1) % found.length)
      else if (isChoosingKey(event)) choose(marked)
      else return false
      event.preventDefault()
      event.stopPropagation()
      return true
    }
    return () => {
      keys.current = null
    }
  })
  return { marked, mark: setPlace }
}
