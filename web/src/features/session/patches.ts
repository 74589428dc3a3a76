import i18next from 'i18next'
import { loggedOut, signedOut } from '../../api/session.js'
import { signOutMark } from '../../api/sign-out-mark.js'
import { toastShown } from '../../components/toasts/toasts.js'
import type { FramePatches } from '../../realtime/patches.js'
import { sessionEnding } from '../../realtime/status.js'

/** Milliseconds between the message and the end of the session. */
const SHOWN_BEFORE_END = 1000

export const patches: FramePatches = {
  auth: ({ user, reason }, { dispatch, getState }) => {
    const { session } = getState()
    if (session.user?.id !== user.id) return
    // a user who signed out knows the reason
    if (reason !== 'logout' && !signOutMark.isRemembered()) {
      const text = i18next.t(reason === 'replaced' ? 'common:session.replaced' : 'common:session.ended')
      dispatch(toastShown({ tone: 'failed', text, stays: 8000 }))
    }
    dispatch(sessionEnding(true))
    setTimeout(() => {
      // a new session, signed in since, stays
      if (getState().session.token === session.token) {
        if (reason === 'logout') dispatch(signedOut(user.id))
        dispatch(loggedOut(null))
      }
      dispatch(sessionEnding(false))
    }, SHOWN_BEFORE_END)
  },
}
