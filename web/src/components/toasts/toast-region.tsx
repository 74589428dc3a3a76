import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useAppDispatch, useAppSelector } from '../../app/hooks.js'
import styles from './toast-region.module.css'
import { type Toast, toastClosed } from './toasts.js'

const ToastItem = ({ toast }: { toast: Toast }) => {
  const { t } = useTranslation()
  const dispatch = useAppDispatch()
  const [held, setHeld] = useState(false)
  useEffect(() => {
    if (held) return
    const timer = setTimeout(() => dispatch(toastClosed(toast.id)), toast.stays)
    return () => clearTimeout(timer)
  }, [held, toast, dispatch])
  const { action } = toast
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: only keeps it open while it is read
    <div
      className={`${styles.toast} ${styles[toast.tone]}`}
      onMouseEnter={() => setHeld(true)}
      onMouseLeave={() => setHeld(false)}
      onFocus={() => setHeld(true)}
      onBlur={() => setHeld(false)}
    >
      <span className={styles.text}>{toast.text}</span>
      {action !== undefined && (
        <button
          type="button"
          className={styles.action}
          onClick={() => {
            action.run()
            dispatch(toastClosed(toast.id))
          }}
        >
          {action.label}
        </button>
      )}
      <button
        type="button"
        className={styles.close}
        aria-label={t('common:close')}
        onClick={() => dispatch(toastClosed(toast.id))}
      >
        ×
      </button>
    </div>
  )
}

/** Where toasts appear; screen readers are told politely, of failures at once. */
export const ToastRegion = () => {
  const toasts = useAppSelector((state) => state.toasts)
  const failed = toasts.filter(({ tone }) => tone === 'failed')
  const others = toasts.filter(({ tone }) => tone !== 'failed')
  return (
    <div className={styles.region}>
      <div role="alert">
        {failed.map((toast) => (
          <ToastItem key={toast.id} toast={toast} />
        ))}
      </div>
      <div role="status">
        {others.map((toast) => (
          <ToastItem key={toast.id} toast={toast} />
        ))}
      </div>
    </div>
  )
}
