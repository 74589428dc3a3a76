import type { ServerFrames } from '@guiche/contracts/realtime.js'
import type { baseApi } from '../api/base-api.js'
import type { AppDispatch, RootState } from '../app/store.js'
import { connectionPatches } from '../features/connections/patches.js'
import { contactPatches } from '../features/contacts/patches.js'
import { dashboardPatches } from '../features/dashboard/patches.js'
import { inboxPatches } from '../features/inbox/patches.js'
import { queuePatches } from '../features/queues/patches.js'
import { sessionPatches } from '../features/session/patches.js'
import { userPatches } from '../features/users/patches.js'

export type Kind = keyof ServerFrames
export type Tag = Parameters<typeof baseApi.util.invalidateTags>[0] extends infer List
  ? List extends readonly (infer T)[]
    ? T
    : never
  : never

export interface PatchContext {
  readonly dispatch: AppDispatch
  readonly getState: () => RootState
  /** refetches what shows this, soon and at most once a second: for changes that cannot be patched in place */
  readonly refetch: (tag: Tag) => void
}
/** What a frame does to the cache. It must ignore a record older than the held one (newer.ts). */
export type FramePatches = { readonly [K in Kind]?: (frame: ServerFrames[K], context: PatchContext) => void }

/** The one table of frames and the caches that they patch; each feature brings its own rows. */
export const PATCHES: readonly FramePatches[] = [
  sessionPatches,
  connectionPatches,
  queuePatches,
  userPatches,
  contactPatches,
  dashboardPatches,
  inboxPatches,
]

/** Names of channels as they stand on the wire, `company-7-whatsapp`, to the kind of frame. */
const KINDS: Readonly<Record<string, Kind>> = {
  ticket: 'ticket',
  appMessage: 'appMessage',
  contact: 'contact',
  presence: 'presence',
  whatsapp: 'connection',
  whatsappSession: 'session',
  user: 'user',
  auth: 'auth',
  settings: 'settings',
  queue: 'queue',
}

/** The kind of a server's frame, or null for a channel that we do not know. */
export const kindOf = (event: string): Kind | null => {
  const name = /^company-\d+-(\w+)$/.exec(event)?.[1]
  return name === undefined ? null : (KINDS[name] ?? null)
}

/**
 * The reads that a kind of frame is about. One that is under way may have been answered before the change: it is read
 * once more.
 */
const READS: { readonly [K in Kind]?: readonly (readonly [endpoint: string, tag: Tag])[] } = {
  connection: [['connections', 'Connections']],
  session: [['connections', 'Connections']],
  queue: [['queues', 'Queues']],
  user: [['users', 'Users']],
  contact: [['contacts', 'Contacts']],
  ticket: [['tickets', 'Tickets']],
  appMessage: [
    ['tickets', 'Tickets'],
    ['messages', 'Messages'],
  ],
}

const isReading = (state: RootState, endpoint: string): boolean =>
  Object.values(state.api.queries).some(
    (query) => query?.endpointName === endpoint && query.status === 'pending',
  )

/** Applies one frame by every row of the table that is about it. */
export const applyFrame = (event: string, data: unknown, context: PatchContext): void => {
  const kind = kindOf(event)
  if (kind === null) return
  for (const [endpoint, tag] of READS[kind] ?? []) {
    if (isReading(context.getState(), endpoint)) context.refetch(tag)
  }
  for (const rows of PATCHES) {
    const patch = rows[kind] as ((frame: unknown, context: PatchContext) => void) | undefined
    patch?.(data, context)
  }
}
