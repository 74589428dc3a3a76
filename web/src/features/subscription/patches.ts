import { refresh } from '../../api/query.js'
import { hasSeat } from '../../base/access.js'
import type { FramePatches } from '../../realtime/patches.js'

/** The renewal that a frame has asked for; a later frame takes its place. */
let waiting: ReturnType<typeof setTimeout> | undefined

export const patches: FramePatches = {
  // the session says what the company may use, and until when
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
