import i18next from 'i18next'
import { loggedOut } from '../../api/session.js'
import { toastShown } from '../../components/toasts/toasts.js'
import type { FramePatches } from '../../realtime/patches.js'
import { sessionEnding } from '../../realtime/status.js'

/** Milliseconds between the message and the end of the session here. */
const SHOWN_BEFORE_END = 1000

export const patches: FramePatches = {
  auth: ({ user, reason }, { dispatch, getState }) => {
    if (getState().session.user?.id !== user.id) return
    if (reason !== 'logout') {
      const text = i18next.t(reason === 'replaced' ? 'common:session.replaced' : 'common:session.ended')
      dispatch(toastShown({ tone: 'failed', text, stays: 8000 }))
    }
    dispatch(sessionEnding(true))
    setTimeout(() => {
      dispatch(loggedOut(null))
      dispatch(sessionEnding(false))
    }, SHOWN_BEFORE_END)
  },
}
