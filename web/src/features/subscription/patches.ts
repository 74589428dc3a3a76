import { refresh } from '../../api/query.js'
import { hasSeat } from '../../base/access.js'
import type { FramePatches } from '../../realtime/patches.js'

export const patches: FramePatches = {
  // the session says what the company may use, and until when
  subscription: (_frame, { dispatch, refetch }) => {
    void dispatch(refresh())
    refetch('Settings')
  },
  // who has left makes room: a seat may be free now
  user: ({ action }, { dispatch, getState }) => {
    if (action === 'delete' && !hasSeat(getState().session.user)) void dispatch(refresh())
  },
}
