import { type FrameKind, framesAbout } from '@guiche/contracts/realtime/joined-frames.js'
import { RECORDS, type RecordName, type Records } from '@guiche/contracts/records/index.js'
import type { JoinKind } from '@guiche/contracts/views/joins.js'

interface ShownRecords {
  /** kinds of frames that change the tag's data */
  readonly frames: readonly FrameKind[]
  /**
   * endpoints to read again if such a frame arrives during a read: the read may have been answered before the
   * change
   */
  readonly reads: readonly string[]
}
const NOT_TOLD: ShownRecords = { frames: [], reads: [] }
/** The endpoints that show records of a kind, or join them. */
const endpointsShowing = (kind: JoinKind, ...reads: readonly string[]): ShownRecords => ({
  frames: framesAbout(kind),
  reads,
})

const TAGS = {
  Connections: endpointsShowing('connection', 'connections'),
  Contacts: { frames: ['contact'], reads: ['contacts'] },
  /** counts of a contact's items */
  ContactCounts: { frames: ['contact', 'schedule', 'ticket', 'appMessage'], reads: ['contactCounts'] },
  Imports: { frames: ['contactImport'], reads: ['imports'] },
  Duplicates: NOT_TOLD,
  Dashboard: NOT_TOLD,
  Audit: NOT_TOLD,
  Parked: NOT_TOLD,
  Mails: NOT_TOLD,
  Companies: NOT_TOLD,
  Usage: NOT_TOLD,
  Ratings: NOT_TOLD,
  Users: endpointsShowing('user', 'users', 'userList'),
  Settings: { frames: ['settings'], reads: ['settings'] },
  /** tickets in lists */
  Tickets: endpointsShowing('ticket', 'tickets'),
  /** a single opened ticket */
  Opened: endpointsShowing('ticket', 'ticketByUuid'),
  Messages: endpointsShowing('message', 'messages'),
  Counts: NOT_TOLD,
  /** number of tickets of each view */
  ViewCounts: NOT_TOLD,
  /** cards of the kanban board, and number of cards in each lane */
  Kanban: endpointsShowing('ticket', 'kanban'),
  KanbanTotals: NOT_TOLD,
} as const satisfies Readonly<Record<string, ShownRecords>>

/** Cache tags. The tag of a record kind's lists is its plural. */
export type Tag = keyof typeof TAGS | Records[RecordName]['plural']

/** Endpoints with a record's data beside its lists. */
const ALSO_READ: { readonly [N in RecordName]?: readonly string[] } = {
  note: ['mentions'],
  schedule: ['scheduleRange'],
}

const shown: readonly (readonly [Tag, ShownRecords])[] = [
  ...(Object.entries(TAGS) as [keyof typeof TAGS, ShownRecords][]),
  ...Object.values(RECORDS).map(({ name, plural }): [Tag, ShownRecords] => [
    plural,
    { frames: [name], reads: ['records', ...(ALSO_READ[name] ?? [])] },
  ]),
]
export const ALL_TAGS: readonly Tag[] = shown.map(([tag]) => tag)

/** The reads that a kind of frame affects, with the tag that repeats each. */
export const readsOf = (kind: FrameKind): readonly (readonly [endpoint: string, tag: Tag])[] =>
  shown.flatMap(([tag, { frames, reads }]) =>
    frames.includes(kind) ? reads.map((endpoint) => [endpoint, tag] as const) : [],
  )
