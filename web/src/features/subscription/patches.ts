import { refresh } from '../../api/query.js'
import { hasSeat } from '../../base/access.js'
import type { FramePatches } from '../../realtime/patches.js'

/** The timer of a requested renewal of the session; a later frame replaces it. */
let waiting: ReturnType<typeof setTimeout> | undefined

export const patches: FramePatches = {
  // the session has the company's limits, features and due date
  subscription: ({ withinMs }, { dispatch, refetch }) => {
    clearTimeout(waiting)
    waiting = setTimeout(() => {
      void dispatch(refresh())
      refetch('Settings')
    }, Math.random() * withinMs)
  },
  // a deleted user may free a seat
  user: ({ action }, { dispatch, getState }) => {
    if (action === 'delete' && !hasSeat(getState().session.user)) void dispatch(refresh())
  },
}
