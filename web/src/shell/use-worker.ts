import { useEffect } from 'react'
import { useAppDispatch, useGoTo } from '../base/hooks.js'
import { listener } from '../base/listener.js'
import { isDialogOpen } from '../commands/use-commands.js'
import { toastShown } from '../components/toasts/toasts.js'
import { noticeFollowed } from '../features/inbox/notices.js'
import { useTranslation } from '../i18n/use-translation.js'
import { wayOfNotice } from './way-of-notice.js'

/** Messages of service-worker/worker.js: a clicked notification, or the worker's build. */
type WorkerMessage =
  | { readonly kind: 'open'; readonly path: string }
  | { readonly kind: 'build'; readonly entry: string }

/** Milliseconds that a toast with an offer to open another page or reload stays. */
const OFFER_MS = 30_000

/** Whether the build differs from this window's build. */
const isOther = (entry: string): boolean => document.querySelector(`script[src="${entry}"]`) === null

/** Checks for a new release; called after the connection was lost, because the server may have been updated. */
export const checkForRelease = (): void => {
  navigator.serviceWorker?.getRegistration().then(
    (registration) => registration?.update().catch(() => undefined),
    () => undefined,
  )
}

/**
 * Opens the page of a clicked notification or toast; while a dialog is open, it only offers a toast. Offers a
 * new release when all its files are loaded.
 */
export const useWorker = (): void => {
  const { t } = useTranslation()
  const goTo = useGoTo()
  const dispatch = useAppDispatch()
  useEffect(() => {
    const worker = navigator.serviceWorker
    const offer = (text: string, label: string, run: () => void): void =>
      void dispatch(toastShown({ tone: 'info', text, action: { label, run }, stays: OFFER_MS }))
    const follow = (path: string): void => {
      const way = wayOfNotice(path, { path: location.pathname, hasDialog: isDialogOpen() })
      if (way === 'go') goTo(path)
      if (way === 'ask')
        offer(t('common:notifications.waits'), t('common:notifications.open'), () => goTo(path))
    }
    const take = ({ data }: MessageEvent<WorkerMessage>): void => {
      if (data.kind === 'open') follow(data.path)
      if (data.kind === 'build' && isOther(data.entry))
        offer(t('common:release'), t('common:bar.reload'), () => location.reload())
    }
    worker?.addEventListener('message', take)
    const stop = listener.startListening({
      actionCreator: noticeFollowed,
      effect: ({ payload }) => follow(payload),
    })
    return () => {
      worker?.removeEventListener('message', take)
      stop()
    }
  }, [t, goTo, dispatch])
}
