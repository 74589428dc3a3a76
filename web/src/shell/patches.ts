import type { FramePatches } from '../realtime/patches.js'
import { recordPatches } from '../records/record-patches.js'

const found = import.meta.glob<FramePatches>('../features/*/patches.ts', { eager: true, import: 'patches' })

/** What frames do to the caches: each feature says it for its own, and records do for all of theirs. */
export const PATCHES: readonly FramePatches[] = [recordPatches, ...Object.values(found)]
