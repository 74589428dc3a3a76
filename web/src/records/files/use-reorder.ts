import { type KeyboardEvent, type PointerEvent, useEffect, useRef, useState } from 'react'

/**
 * The row whose place a dragged row would take at this height: below rows whose middle is above the pointer.
 */
const placeAt = (list: HTMLElement, y: number, dragged: number): number =>
  [...list.children].filter((row, at) => {
    const { top, height } = row.getBoundingClientRect()
    return at !== dragged && y > top + height / 2
  }).length

/**
 * Reorders the rows of a list: by dragging a handle, or by arrow keys on the handle. `move`: from one place
 * to another.
 */
export const useReorder = (count: number, move: (from: number, to: number) => void) => {
  const list = useRef<HTMLUListElement>(null)
  const [dragged, setDragged] = useState<number | null>(null)
  const now = useRef({ dragged, move })
  useEffect(() => {
    now.current = { dragged, move }
  })
  const over = useRef<AbortController | null>(null)
  useEffect(() => () => over.current?.abort(), [])

  const handle = (at: number) => ({
    onPointerDown: ({ button, isPrimary }: PointerEvent): void => {
      if (button !== 0 || !isPrimary) return
      const controller = new AbortController()
      const { signal } = controller
      over.current = controller
      setDragged(at)
      // the handle moves with its row, so the window gets the pointer's events
      addEventListener(
        'pointermove',
        ({ clientY }) => {
          const { dragged: from, move: to } = now.current
          if (list.current === null || from === null) return
          const place = placeAt(list.current, clientY, from)
          if (place === from) return
          to(from, place)
          now.current.dragged = place
          setDragged(place)
          list.current.children[place]?.scrollIntoView({ block: 'nearest' })
        },
        { signal },
      )
      const end = (): void => {
        controller.abort()
        setDragged(null)
      }
      for (const event of ['pointerup', 'pointercancel', 'blur']) addEventListener(event, end, { signal })
    },
    onKeyDown: (event: KeyboardEvent): void => {
      const step = event.key === 'ArrowUp' ? -1 : event.key === 'ArrowDown' ? 1 : 0
      const to = at + step
      if (step === 0) return
      event.preventDefault()
      if (to >= 0 && to < count) move(at, to)
    },
  })
  return { list, dragged, handle }
}
