import { baseApi } from '../../api/base-api.js'
import { type ApiError, errorText } from '../../api/errors.js'
import { positions } from '../../api/position.js'
import { pushSession } from '../../api/push-session.js'
import { isRefusal, refresh } from '../../api/query.js'
import { loggedOut, type SessionState, signedIn, signedOut } from '../../api/session.js'
import { signOutMark } from '../../api/sign-out-mark.js'
import type { AppDispatch, RootState } from '../../app/store.js'
import { listener } from '../../base/listener.js'
import { storeText } from '../../base/storage.js'
import { allowUnsentTexts, removeSavedDrafts, removeUnsentTexts } from '../../base/unsent-texts.js'
import { toastShown } from '../../components/toasts/toasts.js'
import { sessionApi } from './api.js'

/**
 * Resumes the session of the refresh cookie, if any. Gives the error while the server cannot be reached, so
 * that a restart or a lost network signs nobody out; otherwise null. A signed-out user is not resumed.
 */
export const resumeSession = async (dispatch: AppDispatch): Promise<ApiError | null> => {
  if (signOutMark.isRemembered()) {
    await dispatch(sessionApi.endpoints.logout.initiate())
    return null
  }
  const failure = await dispatch(refresh())
  if (failure === null) return null
  if (!isRefusal(failure)) return failure
  // 401 means only that nobody is signed in; a blocked or expired company is shown
  dispatch(loggedOut(failure.status === 401 ? null : failure))
  return null
}

/**
 * At the end of a session: closes its notifications and ends pushes to this browser, unless they belong to
 * another tab's new session.
 */
const forgetNotices = async ({ status, token }: SessionState): Promise<void> => {
  if (status === 'anonymous') return
  if (status === 'signed-in' && !pushSession.isForNobody() && !pushSession.isFor(token)) return
  pushSession.forget()
  const registration = await navigator.serviceWorker?.getRegistration()
  if (registration === undefined) return
  for (const notice of await registration.getNotifications()) notice.close()
  await (await registration.pushManager?.getSubscription())?.unsubscribe()
}

/** Written at each sign-in, for the other windows of this browser. */
const SIGNED_IN = 'guiche.in'

/**
 * A sign-in page follows a sign-in in another window, which has the same cookie: a second sign-in would end the session
 * of the other window.
 */
export const followSignIn = (dispatch: AppDispatch): void =>
  addEventListener('storage', ({ key }) => {
    if (key === SIGNED_IN && location.pathname === '/login') void resumeSession(dispatch)
  })

/**
 * At the end of a session: drops all cached data, and shows the reason once. A sign-out removes the user's unsent texts
 * from the browser. Otherwise texts that the server lacks stay for the next sign-in.
 */
export const watchSessionEnd = (): void => {
  listener.startListening({
    actionCreator: signedIn,
    effect: ({ payload }) => {
      storeText(SIGNED_IN, String(Date.now()))
      allowUnsentTexts(payload.user.id)
    },
  })
  listener.startListening({
    actionCreator: signedOut,
    effect: ({ payload }) => removeUnsentTexts(payload),
  })
  listener.startListening({
    actionCreator: loggedOut,
    effect: ({ payload }, api) => {
      const before = api.getOriginalState() as RootState
      positions.forget()
      if (before.session.user !== null) removeSavedDrafts(before.session.user.id)
      void forgetNotices(before.session).catch(() => undefined)
      if (before.session.status === 'signed-in') api.dispatch(baseApi.util.resetApiState())
      if (payload === null || before.session.status === 'anonymous' || before.realtime.ending) return
      const error = payload.code === '' ? { ...payload, code: 'ERR_SESSION_EXPIRED' } : payload
      api.dispatch(toastShown({ tone: 'failed', text: errorText(error), stays: 6000 }))
    },
  })
}
