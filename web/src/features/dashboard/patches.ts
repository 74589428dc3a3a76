import type { FramePatches } from '../../realtime/patches.js'

/** The server counts the figures; a frame about counted records reads visible figures again. */
export const patches: FramePatches = {
  ticket: (frame, { refetch }) => {
    if (frame.action !== 'updateUnread') refetch('Dashboard')
  },
}
