import Button from 'antd/es/button/index.js'
import notification from 'antd/es/notification/index.js'
import { useEffect, useRef } from 'react'
import { ThemeProvider } from '../../theme/theme-provider.js'
import { showToastsBy, type Toast } from './toasts.js'

/** Milliseconds: errors close first; one with something to press stays longer. */
const STAYS = { failed: 2000, good: 3000, info: 3000, waiting: 3000 } as const
const WITH_ACTION = 6000
const TYPES = { failed: 'error', good: 'success', info: 'info', waiting: 'warning' } as const

const Region = () => {
  const region = useRef<HTMLDivElement>(null)
  const [api, holder] = notification.useNotification({
    maxCount: 4,
    stack: false,
    getContainer: () => region.current ?? document.body,
  })
  useEffect(() => {
    const show = (toast: Toast, isHeld = false): void => {
      const { tone, text, action } = toast
      const stays = toast.stays ?? (action === undefined ? STAYS[tone] : WITH_ACTION)
      api.open({
        // the same sentence twice at once is one
        key: text,
        type: TYPES[tone],
        role: tone === 'failed' ? 'alert' : 'status',
        description: text,
        duration: isHeld ? false : stays / 1000,
        props: { onFocus: () => show(toast, true), onBlur: () => show(toast) },
        actions: action && (
          <Button
            type="link"
            size="small"
            onClick={() => {
              action.run()
              api.destroy(text)
            }}
          >
            {action.label}
          </Button>
        ),
      })
    }
    showToastsBy(show)
  }, [api])
  return (
    <div ref={region} aria-live="polite">
      {holder}
    </div>
  )
}

/**
 * Where toasts appear; screen readers are told politely, of failures at once. One stays while the pointer or the focus
 * is on it.
 */
export const ToastRegion = () => (
  <ThemeProvider>
    <Region />
  </ThemeProvider>
)
