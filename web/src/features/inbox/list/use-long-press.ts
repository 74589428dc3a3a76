import { type MouseEvent, type PointerEvent, useEffect, useRef } from 'react'

/** Duration of a touch that is a long press, in ms. */
const LONG_MS = 500
/** Distance of a finger from its first point, in px, from which the touch is no press. */
const STILL_PX = 10

/** Drops the click at the end of this touch. The press may have moved another button below the finger. */
const dropClick = (): void => {
  const done = (): void => {
    document.removeEventListener('click', drop, true)
    document.removeEventListener('pointerdown', done, true)
  }
  const drop = (event: Event): void => {
    event.preventDefault()
    event.stopPropagation()
    done()
  }
  document.addEventListener('click', drop, true)
  document.addEventListener('pointerdown', done, true)
}

/**
 * Handlers of an element with a long press for fingers. The click and the browser's own menu at the end of the press
 * are left out. `onLongPress` absent: the element has none.
 */
export const useLongPress = (onLongPress: (() => void) | undefined) => {
  const touch = useRef<{ readonly x: number; readonly y: number; timer: number | null } | null>(null)
  const endTimer = (): void => {
    if (touch.current?.timer) clearTimeout(touch.current.timer)
  }
  const end = (): void => {
    endTimer()
    touch.current = null
  }
  useEffect(() => () => clearTimeout(touch.current?.timer ?? undefined), [])
  if (onLongPress === undefined) return {}
  const fire = (): void => {
    endTimer()
    if (touch.current !== null) touch.current.timer = null
    dropClick()
    onLongPress()
  }
  return {
    onPointerDown: ({ pointerType, isPrimary, clientX: x, clientY: y }: PointerEvent) => {
      end()
      if (pointerType === 'touch' && isPrimary)
        touch.current = { x, y, timer: window.setTimeout(fire, LONG_MS) }
    },
    onPointerMove: ({ clientX, clientY }: PointerEvent) => {
      const { x, y } = touch.current ?? { x: clientX, y: clientY }
      if (Math.hypot(clientX - x, clientY - y) > STILL_PX) end()
    },
    onPointerUp: end,
    // the list scrolls
    onPointerCancel: end,
    // browsers show their menu before or after our time
    onContextMenu: (event: MouseEvent) => {
      if (touch.current === null) return
      event.preventDefault()
      if (touch.current.timer !== null) fire()
    },
  }
}
