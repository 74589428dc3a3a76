import { useEffect } from 'react'
import { useAppDispatch, useGoTo } from '../base/hooks.js'
import { toastShown } from '../components/toasts/toasts.js'
import { useTranslation } from '../i18n/use-translation.js'

/** Messages of service-worker/worker.js: a notification was clicked, or which build the worker has. */
type Told =
  | { readonly kind: 'open'; readonly path: string }
  | { readonly kind: 'build'; readonly entry: string }

/** Milliseconds that the offer to load a new release stays. */
const OFFERED = 30_000

/** Whether the build differs from the one in this window. */
const isOther = (entry: string): boolean => document.querySelector(`script[src="${entry}"]`) === null

/** Checks for a new release; called after the connection was lost, because the server may have been updated. */
export const lookForRelease = (): void => {
  navigator.serviceWorker?.getRegistration().then(
    (registration) => registration?.update().catch(() => undefined),
    () => undefined,
  )
}

/** Opens the page of a clicked notification, and offers to load a new release when all its files are here. */
export const useWorker = (): void => {
  const { t } = useTranslation()
  const goTo = useGoTo()
  const dispatch = useAppDispatch()
  useEffect(() => {
    const worker = navigator.serviceWorker
    const take = ({ data }: MessageEvent<Told>): void => {
      if (data.kind === 'open') return goTo(data.path)
      if (data.kind !== 'build' || !isOther(data.entry)) return
      const action = { label: t('common:bar.reload'), run: () => location.reload() }
      dispatch(toastShown({ tone: 'info', text: t('common:release'), action, stays: OFFERED }))
    }
    worker?.addEventListener('message', take)
    return () => worker?.removeEventListener('message', take)
  }, [t, goTo, dispatch])
}
