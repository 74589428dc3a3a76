import { useEffect, useRef } from 'react'
import { useUser } from '../base/access.js'
import { useAppDispatch, useAppSelector } from '../base/hooks.js'
import { toastShown } from '../components/toasts/toasts.js'
import { currentLanguage } from '../i18n/i18n.js'
import { useTranslation } from '../i18n/use-translation.js'

/** Whether this browser can get push notifications while the app is closed. */
export const CAN_PUSH =
  import.meta.env.PROD &&
  'serviceWorker' in navigator &&
  'PushManager' in window &&
  typeof Notification !== 'undefined'

/**
 * Informs the server which pushes this browser wants: only with desktop notifications on, in the current
 * language, without muted tickets. After a failure the next start or change tries again. The user sees a
 * failure only when turning notifications on.
 */
export const usePush = (): void => {
  const { t, i18n } = useTranslation()
  const dispatch = useAppDispatch()
  const userId = useUser().id
  const isVisit = useAppSelector(({ session }) => session.visit !== null)
  const { desktop, pushPreview: preview, muted } = useAppSelector((state) => state.preferences)
  const chosen = useRef(desktop)
  useEffect(() => {
    // biome-ignore lint/suspicious/noConsole: nothing else is said of it, there is nothing that its user could do
    if (typeof Notification === 'undefined') console.info('This browser has no notifications.')
  }, [])
  // biome-ignore lint/correctness/useExhaustiveDependencies: another user or language is told to the server, too
  useEffect(() => {
    // during a visit the pushes would be the visited user's, but this browser keeps its own user's
    if (!CAN_PUSH || isVisit) return
    const wanted = desktop && Notification.permission === 'granted'
    const apply = async (): Promise<void> => {
      const { startPush, stopPush } = await import('../features/inbox/push.js')
      if (!wanted) return stopPush(dispatch)
      return startPush(dispatch, { language: currentLanguage(), preview, muted: [...muted] })
    }
    const isNew = wanted && !chosen.current
    chosen.current = wanted
    apply().catch(
      () => isNew && dispatch(toastShown({ tone: 'waiting', text: t('common:notifications.pushFailed') })),
    )
  }, [dispatch, userId, isVisit, i18n.language, desktop, preview, muted])
}
