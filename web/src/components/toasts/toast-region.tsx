import Button from 'antd/es/button/index.js'
import notification from 'antd/es/notification/index.js'
import { useEffect, useRef } from 'react'
import { ThemeProvider } from '../../theme/theme-provider.js'
import { BREAKPOINTS } from '../../theme/tokens.js'
import { lifeOf } from './life.js'
import { addOffer, type Offer } from './offers.js'
import styles from './toast-region.module.css'
import { showToastsBy, type Toast } from './toasts.js'

const TYPES = { failed: 'error', good: 'success', info: 'info', waiting: 'warning' } as const

/** Two panes beside each other: the lower left has no buttons that are used often. */
const hasPanes = matchMedia(`(min-width: ${BREAKPOINTS.wide + 1}px)`)
/** Pixels from the top of the window to the content below the headers' buttons. */
const BELOW_HEADERS = 112
/** Maximum of toasts. In a narrow window more toasts would reach the composer above a phone's keyboard. */
const MAX_TOASTS = { panes: 4, narrow: 2 } as const
/** Seconds of a toast with the focus. A running toast without a duration would close at once (a fault of rc-notification). */
const HELD = 86_400

/** The button of a toast; a key may do the same while the toast shows. */
const OfferButton = ({ of }: { readonly of: Offer }) => {
  useEffect(() => addOffer(of), [of])
  return (
    <Button type="link" size="small" onClick={of.run}>
      {of.label}
    </Button>
  )
}

interface ShownToast {
  /** shows the toast again, where it belongs in the window of now */
  readonly again: () => void
  /** notifies the toast that another toast with its key has replaced it */
  readonly over: () => void
  readonly end: () => void
}

const Toasts = () => {
  const region = useRef<HTMLDivElement>(null)
  const [api, holder] = notification.useNotification({
    stack: false,
    top: BELOW_HEADERS,
    classNames: { list: styles.list, listContent: styles.listContent },
    getContainer: () => region.current ?? document.body,
  })
  useEffect(() => {
    /** the toasts that show, oldest first */
    const shown = new Map<string, ShownToast>()
    /** Ends the oldest toasts beyond the maximum. antd's `maxCount` would drop them without telling. */
    const makeRoom = (): void => {
      const most = hasPanes.matches ? MAX_TOASTS.panes : MAX_TOASTS.narrow
      for (const { end } of [...shown.values()].slice(0, -most)) end()
    }
    /** Shows each toast again, at its place for the current size of the window. */
    const place = (): void => {
      makeRoom()
      for (const { again } of shown.values()) again()
    }
    hasPanes.addEventListener('change', place)
    const show = (given: Toast): void => {
      const { tone, text } = given
      const { key, action, stays, ends } = lifeOf(given, Date.now())
      let isOver = false
      let isHeld = false
      const over = (): void => {
        isOver = true
        if (shown.get(key) === toast) shown.delete(key)
      }
      const end = (): void => {
        if (isOver) return
        over()
        api.destroy(key)
      }
      const offered: Offer | undefined = action && {
        label: action.label,
        isOver: () => isOver,
        run: () => {
          if (isOver) return
          action.run()
          end()
        },
      }
      const open = (holds: boolean): void => {
        if (isOver) return
        isHeld = holds
        api.open({
          key,
          placement: hasPanes.matches ? 'bottomLeft' : 'top',
          type: TYPES[tone],
          role: tone === 'failed' ? 'alert' : 'status',
          description: (
            <div className={styles.offer}>
              <span>{text}</span>
              {offered && <OfferButton of={offered} />}
            </div>
          ),
          duration: isHeld ? HELD : stays / 1000,
          props: { onFocus: () => open(true), onBlur: () => open(false) },
          onClose: over,
        })
      }
      const toast: ShownToast = { again: () => open(isHeld), over, end }
      shown.get(key)?.over()
      shown.set(key, toast)
      makeRoom()
      open(false)
      if (ends !== null) setTimeout(end, ends)
    }
    showToastsBy(show)
    return () => hasPanes.removeEventListener('change', place)
  }, [api])
  return (
    <div ref={region} aria-live="polite">
      {holder}
    </div>
  )
}

/**
 * The region of toasts. It is away from the headers' buttons, because a hovered or focused toast stays.
 * Screen readers announce toasts politely, and failures at once.
 */
export const ToastRegion = () => (
  <ThemeProvider>
    <Toasts />
  </ThemeProvider>
)
