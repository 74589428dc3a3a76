import { type ReactNode, useCallback, useEffect, useState } from 'react'
import { type ApiError, errorText } from '../api/errors.js'
import { useAppDispatch, useAppSelector } from '../base/hooks.js'
import { ErrorState } from '../components/error-state.js'
import { OfflineState } from '../components/offline-state.js'
import { Splash } from '../components/splash.js'
import { resumeSession } from '../features/session/start.js'
import { useTranslation } from '../i18n/use-translation.js'

/** Milliseconds between attempts to reach the server at the app's start. */
const AGAIN_AFTER = 4000

/** Hides the app until the session is known. */
export const SessionGate = ({ children }: { children: ReactNode }) => {
  const { t } = useTranslation()
  const dispatch = useAppDispatch()
  const status = useAppSelector((state) => state.session.status)
  const [failure, setFailure] = useState<ApiError | null>(null)
  const resume = useCallback(() => void resumeSession(dispatch).then(setFailure), [dispatch])

  useEffect(resume, [resume])
  useEffect(() => {
    if (failure === null || status !== 'unknown') return
    const timer = setInterval(resume, AGAIN_AFTER)
    addEventListener('online', resume)
    return () => {
      clearInterval(timer)
      removeEventListener('online', resume)
    }
  }, [failure, status, resume])

  if (status !== 'unknown') return children
  if (failure === null) return <Splash />
  return (
    <main>
      <h1 className="visually-hidden">{t('common:product')}</h1>
      {failure.status === 0 ? (
        <OfflineState onRetry={resume} />
      ) : (
        <ErrorState full text={errorText(failure)} onRetry={resume} />
      )}
    </main>
  )
}
