import type { ServerFrames } from '@guiche/contracts/realtime.js'
import type { RecordName } from '@guiche/contracts/records/index.js'
import { RECORDS } from '@guiche/contracts/records/index.js'
import type { Tag } from '../api/base-api.js'
import { tellCame } from '../api/came.js'
import type { AppDispatch, RootState } from '../app/store.js'

export type Kind = keyof ServerFrames

export interface PatchContext {
  readonly dispatch: AppDispatch
  readonly getState: () => RootState
  /** refetches what shows this, soon and at most once a second: for changes that cannot be patched in place */
  readonly refetch: (tag: Tag) => void
}
/** What a frame does to the cache. It must ignore a record older than the held one (newer.ts). */
export type FramePatches = { readonly [K in Kind]?: (frame: ServerFrames[K], context: PatchContext) => void }

/** Names of channels as they stand on the wire, `company-7-whatsapp`, to the kind of frame. */
const KINDS: Readonly<Record<string, Kind>> = {
  ticket: 'ticket',
  appMessage: 'appMessage',
  contact: 'contact',
  contactImport: 'contactImport',
  presence: 'presence',
  whatsapp: 'connection',
  whatsappSession: 'session',
  user: 'user',
  auth: 'auth',
  settings: 'settings',
  ...(Object.fromEntries(Object.keys(RECORDS).map((name) => [name, name])) as { [N in RecordName]: N }),
}

/** The kind of a server's frame, or null for a channel that we do not know. */
export const kindOf = (event: string): Kind | null => {
  const name = /^company-\d+-(\w+)$/.exec(event)?.[1]
  return name === undefined ? null : (KINDS[name] ?? null)
}

type Reads = readonly (readonly [endpoint: string, tag: Tag])[]
/** A ticket in lists, and opened by itself. */
const TICKETS: Reads = [
  ['tickets', 'Tickets'],
  ['ticketByUuid', 'Opened'],
]

/**
 * The reads that a kind of frame is about. One that is under way may have been answered before the change: it is read
 * once more.
 */
const READS: { readonly [K in Kind]?: Reads } = {
  // tickets show how their connection is
  connection: [['connections', 'Connections'], ...TICKETS],
  session: [['connections', 'Connections'], ...TICKETS],
  ...(Object.fromEntries(Object.values(RECORDS).map(({ name, plural }) => [name, [['records', plural]]])) as {
    [N in RecordName]: [['records', Tag]]
  }),
  note: [
    ['records', 'notes'],
    ['mentions', 'notes'],
  ],
  user: [
    ['users', 'Users'],
    ['userList', 'Users'],
  ],
  contact: [['contacts', 'Contacts']],
  contactImport: [['imports', 'Imports']],
  settings: [['settings', 'Settings']],
  ticket: TICKETS,
  appMessage: [...TICKETS, ['messages', 'Messages']],
}

const isReading = (state: RootState, endpoint: string): boolean =>
  Object.values(state.api.queries).some(
    (query) => query?.endpointName === endpoint && query.status === 'pending',
  )

/** Ids of the records that a frame carries. */
const idsIn = (frame: unknown): ReadonlySet<unknown> =>
  new Set(Object.values(frame as object).map((record) => (record as { id?: unknown } | null)?.id))

/** Applies one frame by every patch that is about it, then wakes who waits for its record. */
export const applyFrame = (
  event: string,
  data: unknown,
  patches: readonly FramePatches[],
  context: PatchContext,
): void => {
  const kind = kindOf(event)
  if (kind === null) return
  for (const [endpoint, tag] of READS[kind] ?? []) {
    if (isReading(context.getState(), endpoint)) context.refetch(tag)
  }
  for (const rows of patches) {
    const patch = rows[kind] as ((frame: unknown, context: PatchContext) => void) | undefined
    patch?.(data, context)
  }
  tellCame(idsIn(data))
}
