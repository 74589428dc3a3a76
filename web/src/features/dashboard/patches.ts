import type { FramePatches } from '../../realtime/patches.js'

/** Figures are counted by the server; a change of what they count reads them again while they are on the screen. */
export const patches: FramePatches = {
  ticket: (frame, { refetch }) => {
    if (frame.action !== 'updateUnread') refetch('Dashboard')
  },
}
