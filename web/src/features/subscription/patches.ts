import { refresh } from '../../api/query.js'
import type { FramePatches } from '../../realtime/patches.js'

export const patches: FramePatches = {
  // the session says what the company may use, and until when
  subscription: (_frame, { dispatch, refetch }) => {
    void dispatch(refresh())
    refetch('Settings')
  },
}
