import { kindOfChannel } from '@guiche/contracts/realtime/channels.js'
import type { ServerFrames } from '@guiche/contracts/realtime/realtime.js'
import { reportArrivals } from '../api/record-arrivals.js'
import { readsOf, type Tag } from '../api/tags.js'
import type { AppDispatch, RootState } from '../app/store.js'

export type Kind = keyof ServerFrames

export interface PatchContext {
  readonly dispatch: AppDispatch
  readonly getState: () => RootState
  /**
   * refetches queries with this tag, soon and at most once a second: for changes that cannot be patched in
   * place
   */
  readonly refetch: (tag: Tag) => void
}
/** A frame's effect on the cache. A patch must ignore a record older than the held one (record-age.ts). */
export type FramePatches = { readonly [K in Kind]?: (frame: ServerFrames[K], context: PatchContext) => void }

const isReading = (state: RootState, endpoint: string): boolean =>
  Object.values(state.api.queries).some(
    (query) => query?.endpointName === endpoint && query.status === 'pending',
  )

/** Ids of the records in a frame. */
const idsIn = (frame: unknown): ReadonlySet<unknown> =>
  new Set(Object.values(frame as object).map((record) => (record as { id?: unknown } | null)?.id))

/** Applies one frame by every patch for its kind, then resolves promises that wait for its record. */
export const applyFrame = (
  event: string,
  data: unknown,
  patches: readonly FramePatches[],
  context: PatchContext,
): void => {
  const kind = kindOfChannel(event)
  if (kind === null) return
  for (const [endpoint, tag] of readsOf(kind)) {
    if (isReading(context.getState(), endpoint)) context.refetch(tag)
  }
  for (const rows of patches) {
    const patch = rows[kind] as ((frame: unknown, context: PatchContext) => void) | undefined
    patch?.(data, context)
  }
  reportArrivals(idsIn(data))
}
