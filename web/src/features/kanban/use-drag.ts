import type { TicketRecord } from '@guiche/contracts/views/records.js'
import { type PointerEvent as Press, type RefObject, useEffect, useRef, useState } from 'react'
import type { Target } from './board.js'
import type { Move } from './use-move.js'

/** Pixels that a mouse moves before it drags, and a finger before it scrolls. */
const DRAG_DISTANCE = 6
/** Milliseconds that a finger is held on a card before it drags the card. */
const HOLD_MS = 250
/**
 * SCROLL_EDGE: distance in pixels from the edge of a scrollable element at which a dragged card scrolls it. SCROLL_PIXELS:
 * pixels a frame.
 */
const SCROLL_EDGE = 56
const SCROLL_PIXELS = 14

export interface Drag {
  readonly ticket: TicketRecord
  readonly target: Target | null
}

/** The target of a card dropped here: anywhere in a lane's column, below the cards above the pointer. */
const targetAt = (x: number, y: number, ticketId: number): Target | null => {
  const column = document.elementFromPoint(x, y)?.closest<HTMLElement>('[data-lane]')
  if (column === null || column === undefined) return null
  let after: number | null = null
  for (const card of column.querySelectorAll<HTMLElement>('[data-card]')) {
    if (card.dataset.card === String(ticketId)) continue
    const { top, height } = card.getBoundingClientRect()
    if (y < top + height / 2) break
    after = Number(card.dataset.card)
  }
  return { lane: Number(column.dataset.lane), after }
}

const paceAt = (value: number, low: number, high: number): number =>
  value < low + SCROLL_EDGE ? -SCROLL_PIXELS : value > high - SCROLL_EDGE ? SCROLL_PIXELS : 0
/**
 * Scrolls the board, and the lane under the pointer, if the pointer is near their edges; gives whether it
 * scrolled.
 */
const scrollAt = (board: HTMLElement, x: number, y: number): boolean => {
  const around = board.getBoundingClientRect()
  const before = board.scrollLeft
  board.scrollLeft += paceAt(x, around.left, around.right)
  const list = document.elementFromPoint(x, y)?.closest('[data-lane]')?.querySelector('[data-scrolls]')
  if (list === null || list === undefined) return board.scrollLeft !== before
  const rows = list.getBoundingClientRect()
  const above = list.scrollTop
  list.scrollTop += paceAt(y, rows.top, rows.bottom)
  return board.scrollLeft !== before || list.scrollTop !== above
}

/** Suppresses the click at the end of a drag, even if it comes late; the next press ends this. */
const swallowClick = (): void => {
  const over = new AbortController()
  const options = { capture: true, signal: over.signal }
  const stop = (event: MouseEvent): void => {
    event.preventDefault()
    event.stopPropagation()
    over.abort()
  }
  window.addEventListener('click', stop, options)
  for (const next of ['pointerdown', 'keydown']) window.addEventListener(next, () => over.abort(), options)
}

/**
 * Drags cards by mouse, pen, or a finger after a long press. `ghost` follows the pointer. The card itself
 * stays mounted until the drop: a removed element gets no more touch events.
 */
export const useDrag = (board: RefObject<HTMLElement | null>, move: Move) => {
  const [drag, setDrag] = useState<Drag | null>(null)
  const ghost = useRef<HTMLDivElement>(null)
  const isDragging = useRef(false)

  // prevents scrolling by a dragging finger: the listener must exist before the touch
  useEffect(() => {
    const element = board.current
    const refuse = (event: Event): void => {
      if (isDragging.current) event.preventDefault()
    }
    element?.addEventListener('touchmove', refuse, { passive: false })
    element?.addEventListener('contextmenu', refuse)
    return () => {
      element?.removeEventListener('touchmove', refuse)
      element?.removeEventListener('contextmenu', refuse)
    }
  }, [board])

  const press = (event: Press<HTMLElement>, ticket: TicketRecord): void => {
    if (event.button !== 0 || !event.isPrimary || (event.target as Element).closest('button') !== null) return
    const { pointerId, clientX, clientY } = event
    const isMouse = event.pointerType === 'mouse'
    const at = { x: clientX, y: clientY }
    let target: Target | null = null
    let frame = 0
    const follow = (): void => {
      frame = 0
      if (!isDragging.current) return
      ghost.current?.style.setProperty('translate', `${at.x}px ${at.y}px`)
      const next = targetAt(at.x, at.y, ticket.id)
      if (next?.lane !== target?.lane || next?.after !== target?.after) {
        target = next
        setDrag({ ticket, target })
      }
      if (board.current !== null && scrollAt(board.current, at.x, at.y)) frame = requestAnimationFrame(follow)
    }
    const begin = (): void => {
      isDragging.current = true
      window.getSelection()?.removeAllRanges()
      setDrag({ ticket, target: null })
      frame ||= requestAnimationFrame(follow)
    }
    const timer = isMouse ? undefined : setTimeout(begin, HOLD_MS)
    const moved = (next: PointerEvent): void => {
      if (next.pointerId !== pointerId) return
      Object.assign(at, { x: next.clientX, y: next.clientY })
      if (isDragging.current) frame ||= requestAnimationFrame(follow)
      else if (Math.hypot(at.x - clientX, at.y - clientY) > DRAG_DISTANCE) {
        if (isMouse) begin()
        else end()
      }
    }
    const end = (): void => {
      clearTimeout(timer)
      cancelAnimationFrame(frame)
      isDragging.current = false
      setDrag(null)
      listening.abort()
    }
    const drop = (last: PointerEvent): void => {
      if (last.pointerId !== pointerId) return
      const wasDragging = isDragging.current
      const put = wasDragging ? targetAt(last.clientX, last.clientY, ticket.id) : null
      end()
      if (wasDragging) swallowClick()
      if (put !== null) void move(ticket, put)
    }
    const key = (pressed: KeyboardEvent): void => {
      if (pressed.key !== 'Escape' || !isDragging.current) return
      pressed.stopPropagation()
      end()
      window.addEventListener('pointerup', swallowClick, { once: true })
    }
    const listening = new AbortController()
    const { signal } = listening
    window.addEventListener('pointermove', moved, { signal })
    window.addEventListener('pointerup', drop, { signal })
    window.addEventListener('pointercancel', end, { signal })
    window.addEventListener('keydown', key, { signal, capture: true })
  }
  return { drag, ghost, press }
}
