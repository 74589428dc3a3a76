import type { ServerFrames } from '@guiche/contracts/realtime.js'
import { RECORDS, type RecordName, type Records } from '@guiche/contracts/records/index.js'

type FrameKind = keyof ServerFrames
interface Shown {
  /** kinds of frames that are about what the tag shows */
  readonly frames: readonly FrameKind[]
  /** endpoints that are read once more if such a frame comes meanwhile; they may have been answered before the change */
  readonly reads: readonly string[]
}
const NOT_TOLD: Shown = { frames: [], reads: [] }
// tickets show how their connection is
const ABOUT_TICKETS = ['connection', 'session', 'ticket', 'appMessage'] as const

const TAGS = {
  Connections: { frames: ['connection', 'session'], reads: ['connections'] },
  Contacts: { frames: ['contact'], reads: ['contacts'] },
  Imports: { frames: ['contactImport'], reads: ['imports'] },
  Duplicates: NOT_TOLD,
  Dashboard: NOT_TOLD,
  Audit: NOT_TOLD,
  Parked: NOT_TOLD,
  Users: { frames: ['user'], reads: ['users', 'userList'] },
  Settings: { frames: ['settings'], reads: ['settings'] },
  /** tickets in lists */
  Tickets: { frames: ABOUT_TICKETS, reads: ['tickets'] },
  /** a ticket that is opened by itself */
  Opened: { frames: ABOUT_TICKETS, reads: ['ticketByUuid'] },
  Messages: { frames: ['appMessage'], reads: ['messages'] },
  Counts: NOT_TOLD,
  /** cards of the kanban board, and how many stand in each lane */
  Kanban: { frames: ABOUT_TICKETS, reads: ['kanban'] },
  KanbanTotals: NOT_TOLD,
} as const satisfies Readonly<Record<string, Shown>>

/** What is read again together; the lists of a record have its plural. */
export type Tag = keyof typeof TAGS | Records[RecordName]['plural']

/** Endpoints that read a record beside its lists. */
const ALSO_READ: { readonly [N in RecordName]?: readonly string[] } = { note: ['mentions'] }

const shown: readonly (readonly [Tag, Shown])[] = [
  ...(Object.entries(TAGS) as [keyof typeof TAGS, Shown][]),
  ...Object.values(RECORDS).map(({ name, plural }): [Tag, Shown] => [
    plural,
    { frames: [name], reads: ['records', ...(ALSO_READ[name] ?? [])] },
  ]),
]
export const ALL_TAGS: readonly Tag[] = shown.map(([tag]) => tag)

/** The reads that a kind of frame is about, with the tag by which each is read again. */
export const readsOf = (kind: FrameKind): readonly (readonly [endpoint: string, tag: Tag])[] =>
  shown.flatMap(([tag, { frames, reads }]) =>
    frames.includes(kind) ? reads.map((endpoint) => [endpoint, tag] as const) : [],
  )
