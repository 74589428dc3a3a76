import { noticePatches } from '../features/inbox/notices.js'
import type { FramePatches } from '../realtime/patches.js'
import { recordPatches } from '../records/record-patches.js'

const found = import.meta.glob<FramePatches>('../features/*/patches.ts', { eager: true, import: 'patches' })

/**
 * The effects of frames: first notices, then the caches. A feature declares the effects of its own frames;
 * the record kit has those of all records.
 */
export const FRAME_PATCHES: readonly FramePatches[] = [noticePatches, recordPatches, ...Object.values(found)]
