import Tooltip from 'antd/es/tooltip/index.js'
import { useEffect, useState } from 'react'
import styles from './hints.module.css'

/** Milliseconds that the pointer rests before a hint shows, so that a passing pointer shows none. */
const REST_MS = 400

interface Hint {
  readonly text: string
  readonly side: 'top' | 'right'
  readonly place: {
    readonly left: number
    readonly top: number
    readonly width: number
    readonly height: number
  }
}

/** The element with a hint at `target`; null while its menu is open. */
const hintedAt = (target: EventTarget | null): HTMLElement | null => {
  const hinted = target instanceof Element ? target.closest<HTMLElement>('[data-hint]') : null
  return hinted?.getAttribute('aria-expanded') === 'true' ? null : hinted
}

const hintOf = (hinted: HTMLElement): Hint => {
  const { left, top, width, height } = hinted.getBoundingClientRect()
  const { hint: text = '', hintSide } = hinted.dataset
  return { text, side: hintSide === 'right' ? 'right' : 'top', place: { left, top, width, height } }
}

/**
 * Hints of icon buttons, beside the hovered or focused button. One element serves the whole page, by
 * `data-hint` (`data-hint-side="right"` if the hint must not be above). A tooltip around each button would
 * cost more than the button.
 */
export const Hints = () => {
  const [hint, setHint] = useState<Hint | null>(null)
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    let under: HTMLElement | null = null
    const hide = (): void => {
      clearTimeout(timer)
      setHint(null)
    }
    const show = (hinted: HTMLElement): void => setHint(hinted.isConnected ? hintOf(hinted) : null)
    const onOver = ({ target, pointerType }: PointerEvent): void => {
      // a hint stays while the pointer is over it
      if (target instanceof Element && target.closest('[role="tooltip"]') !== null) return
      const hinted = hintedAt(target)
      if (hinted === under) return
      under = hinted
      hide()
      if (hinted !== null && pointerType === 'mouse') timer = setTimeout(show, REST_MS, hinted)
    }
    const onFocus = ({ target }: FocusEvent): void => {
      const hinted = hintedAt(target)
      hide()
      if (hinted?.matches(':focus-visible')) show(hinted)
    }
    const hidden = { pointerdown: hide, keydown: hide, scroll: hide, focusout: hide, blur: hide }
    for (const [event, hide] of Object.entries(hidden)) addEventListener(event, hide, { capture: true })
    addEventListener('pointerover', onOver)
    addEventListener('focusin', onFocus)
    return () => {
      hide()
      for (const [event, hide] of Object.entries(hidden)) removeEventListener(event, hide, { capture: true })
      removeEventListener('pointerover', onOver)
      removeEventListener('focusin', onFocus)
    }
  }, [])
  if (hint === null) return null
  const { text, side, place } = hint
  return (
    <Tooltip key={`${place.left} ${place.top}`} open title={text} placement={side}>
      <span className={styles.place} style={place} />
    </Tooltip>
  )
}
