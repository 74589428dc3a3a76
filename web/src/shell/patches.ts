import { noticePatches } from '../features/inbox/notices.js'
import type { FramePatches } from '../realtime/patches.js'
import { recordPatches } from '../records/record-patches.js'

const found = import.meta.glob<FramePatches>('../features/*/patches.ts', { eager: true, import: 'patches' })

/**
 * What frames do: they are told to the agent, then change the caches. Each feature says it for its own, and records do for
 * all of theirs.
 */
export const PATCHES: readonly FramePatches[] = [noticePatches, recordPatches, ...Object.values(found)]
