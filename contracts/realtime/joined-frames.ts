import { type JoinedName, type JoinKind, joinsOf } from '../views/joins.js'
import type { ServerFrames } from './realtime.js'

export type FrameKind = keyof ServerFrames
type FieldOf<F> = F extends unknown ? keyof F & string : never

/** A kind of frames that changes a joined record. */
interface JoinedFrame {
  readonly kind: FrameKind
  /** the field with the whole record, or a part of the record */
  readonly whole: string
  /** the field with the id of a deleted record; null if no frame reports deletions */
  readonly gone: string | null
  /**
   * most frames of this kind leave the joined fields unchanged (such as presence): the browser repeats no
   * read for them
   */
  readonly often: boolean
}
const framesOfKind = <K extends FrameKind>(
  kind: K,
  whole: FieldOf<ServerFrames[K]>,
  gone: FieldOf<ServerFrames[K]> | null,
  often = false,
): JoinedFrame => ({ kind, whole, gone, often })

/** Frames that change joined records. A joined record without an entry here does not compile. */
const FRAMES_OF_JOINED: { readonly [S in JoinedName]: readonly JoinedFrame[] } = {
  // loaded with the session
  company: [],
  contact: [framesOfKind('contact', 'contact', 'contactId', true)],
  queue: [framesOfKind('queue', 'queue', 'queueId')],
  user: [framesOfKind('user', 'user', 'userId', true)],
  connection: [
    framesOfKind('connection', 'whatsapp', 'whatsappId'),
    framesOfKind('session', 'session', null),
  ],
  tag: [framesOfKind('tag', 'tag', 'tagId')],
  note: [framesOfKind('note', 'note', 'noteId', true)],
  ticket: [framesOfKind('ticket', 'ticket', 'ticketId'), framesOfKind('appMessage', 'ticket', null)],
  message: [framesOfKind('appMessage', 'message', 'messageId')],
  // the connection's frame includes its changes
  'history-import': [],
}

/** A frame's change of a joined record; `now` is null for a removed record. */
export interface JoinedChange {
  readonly of: JoinedName
  readonly id: number | string
  readonly now: Readonly<Record<string, unknown>> | null
}

/** The kinds of records joined to a kind. */
const shownBeside = (kind: JoinKind): readonly JoinedName[] => [
  ...new Set(joinsOf(kind).flatMap(([, { of, as }]) => (as === null ? [] : [of]))),
]

/** Kinds of frames that change the joined records of records of a kind. */
export const framesBeside = (kind: JoinKind): readonly FrameKind[] => [
  ...new Set(shownBeside(kind).flatMap((of) => FRAMES_OF_JOINED[of].map((one) => one.kind))),
]

/**
 * Kinds of frames that change a record of a kind as shown: its own frames, and frames of its joined records.
 * A read during which such a frame came is repeated.
 */
export const framesAbout = (kind: JoinKind): readonly FrameKind[] => {
  const own = FRAMES_OF_JOINED[kind].map((one) => one.kind)
  const beside = shownBeside(kind).flatMap((of) => FRAMES_OF_JOINED[of].filter(({ often }) => !often))
  return [...new Set([...own, ...beside.map((one) => one.kind)])]
}

/** A frame's changes of records joined to records of a kind. */
export const changesBeside = (
  kind: JoinKind,
  frameKind: FrameKind,
  frame: object,
): readonly JoinedChange[] => {
  const fields = frame as Readonly<Record<string, unknown>>
  return shownBeside(kind).flatMap((of) =>
    FRAMES_OF_JOINED[of]
      .filter((one) => one.kind === frameKind)
      .flatMap(({ whole, gone }): JoinedChange[] => {
        const now = fields[whole] as (JoinedChange['now'] & { readonly id: JoinedChange['id'] }) | undefined
        if (now !== undefined) return [{ of, id: now.id, now }]
        const id = gone === null || fields.action !== 'delete' ? undefined : fields[gone]
        return id === undefined ? [] : [{ of, id: id as JoinedChange['id'], now: null }]
      }),
  )
}
