import { pick } from '../pick.js'
import type { CollectionName } from './collections.js'
import type { ConnectionDoc, UserDoc } from './directory.js'
import type { DocOf } from './documents.js'
import type { MessageDoc, TicketDoc } from './ticket.js'

/**
 * Things joined to other records. `in`: the collection. `shown`: the fields shown with the id; null: the
 * whole record. `stays`: the document outlives the deletion. Derived from here: reads (infra/records), the
 * views that answers and frames wait for, and a frame's changes in the browser (web/src/realtime/joined-records.ts).
 */
export const JOINED_SUBJECTS = {
  company: { in: 'companies', shown: null, stays: true },
  contact: { in: 'contacts', shown: null, stays: true },
  queue: { in: 'queues', shown: ['name', 'color'], stays: false },
  user: { in: 'users', shown: ['name'], stays: true },
  connection: { in: 'connections', shown: ['name', 'status'], stays: false },
  tag: { in: 'tags', shown: ['name', 'color'], stays: false },
  note: { in: 'notes', shown: ['note'], stays: false },
  ticket: { in: 'tickets', shown: null, stays: false },
  message: { in: 'messages', shown: null, stays: false },
  'history-import': { in: 'history-imports', shown: null, stays: true },
} as const satisfies Readonly<
  Record<
    string,
    { readonly in: CollectionName; readonly shown: readonly string[] | null; readonly stays: boolean }
  >
>
export type JoinedName = keyof typeof JOINED_SUBJECTS
type JoinedCollection<S extends JoinedName> = (typeof JOINED_SUBJECTS)[S]['in']
type DocJoined<S extends JoinedName> = DocOf<JoinedCollection<S>>
type Id = number | string | null

/** `ever` also reads deleted documents, which need a collection of their own. */
type DeletedCollection<S extends JoinedName> = `deleted-${JoinedCollection<S>}` extends CollectionName
  ? { ever?: ShowsDeleted }
  : { ever?: never }
/** Whether a record or document still shows a joined thing after the thing was deleted. */
type ShowsDeleted = (one: { readonly status?: string }) => boolean

/** A join of documents `D`. */
export interface Join<D, S extends JoinedName, M extends boolean, A extends string | null> {
  readonly of: S
  /** joins several records, as a list */
  readonly many: M
  /** the record's field with the joined record; null if clients see it elsewhere */
  readonly as: A
  /** the join whose document has the ids; absent: the document itself has them */
  readonly through?: string
  ids(doc: D): readonly Id[]
  ever?: ShowsDeleted
}
// biome-ignore lint/suspicious/noExplicitAny: of whatever documents
export type AnyJoin = Join<any, JoinedName, boolean, string | null>

interface JoinOptions {
  readonly through?: string
}
const joinOne = <D, S extends JoinedName, A extends string | null>(
  of: S,
  as: A,
  id: (doc: D) => Id,
  more: JoinOptions & DeletedCollection<S> = {},
): Join<D, S, false, A> => ({ of, as, many: false, ids: (doc) => [id(doc)], ...more })
const joinMany = <D, S extends JoinedName, A extends string>(
  of: S,
  as: A,
  ids: (doc: D) => readonly Id[],
): Join<D, S, true, A> => ({ of, as, many: true, ids })

const isClosed: ShowsDeleted = ({ status }) => status === 'closed'

/** The joins of each kind of record. A field with another record does not compile without its join. */
const JOINS = {
  ticket: {
    contact: joinOne('contact', 'contact', (doc: TicketDoc) => doc.contactId),
    queue: joinOne('queue', 'queue', (doc: TicketDoc) => doc.queueId, { ever: () => true }),
    user: joinOne('user', 'user', (doc: TicketDoc) => doc.userId),
    author: joinOne('user', 'lastMessageBy', (doc: TicketDoc) => doc.lastAuthor?.userId ?? null),
    // the user of the last move
    movedBy: joinOne('user', 'moved', (doc: TicketDoc) => doc.moved?.userId ?? null),
    // the note with the reason of the last move
    why: joinOne('note', 'why', (doc: TicketDoc) => doc.moved?.noteId ?? null),
    // the user who moved its card on the kanban board
    mover: joinOne('user', 'laneBy', (doc: TicketDoc) => doc.laneBy ?? null),
    // an active ticket has no deleted connection; a closed ticket may have been on one
    connection: joinOne('connection', 'whatsapp', (doc: TicketDoc) => doc.connectionId, { ever: isClosed }),
    // documents of an earlier version of the view, which is read until its rebuild is done, have none
    tags: joinMany('tag', 'tags', ({ tagIds = [] }: Partial<TicketDoc>) => tagIds),
  },
  message: {
    contact: joinOne('contact', 'contact', (doc: MessageDoc) => doc.contactId),
    quoted: joinOne('message', 'quotedMsg', (doc: MessageDoc) => doc.quotedId),
    quotedTicket: joinOne('ticket', null, (quoted: MessageDoc) => quoted.ticketId, { through: 'quoted' }),
    ticket: joinOne('ticket', null, (doc: MessageDoc) => doc.ticketId),
    // the ticket's present queue
    queue: joinOne('queue', 'queue', (ticket: TicketDoc) => ticket.queueId, { through: 'ticket' }),
  },
  user: {
    company: joinOne('company', 'company', (doc: UserDoc) => doc.companyId),
    queues: joinMany('queue', 'queues', (doc: UserDoc) => doc.queueIds),
  },
  connection: {
    queues: joinMany('queue', 'queues', (doc: ConnectionDoc) => doc.queueIds),
    lastImport: joinOne('history-import', 'statusImportMessages', (doc: ConnectionDoc) => doc.id),
  },
} as const satisfies { readonly [K in JoinedName]?: Readonly<Record<string, AnyJoin>> }

export type JoinKind = keyof typeof JOINS
export const JOIN_KINDS = Object.keys(JOINS) as JoinKind[]
export type DocOfKind<K extends JoinKind> = DocJoined<K>
type PartOf<J> =
  // biome-ignore lint/suspicious/noExplicitAny: of whatever documents
  J extends Join<any, infer S, infer M, string | null>
    ? M extends true
      ? readonly DocJoined<S>[]
      : DocJoined<S> | null
    : never
/** The documents joined to a document of a kind; absent documents are null, or missing in a list. */
export type PartsOf<K extends JoinKind> = {
  readonly [P in keyof (typeof JOINS)[K]]: PartOf<(typeof JOINS)[K][P]>
}
/** The fields of a record with joined records. */
export type FieldsJoined<K extends JoinKind> = NonNullable<
  (typeof JOINS)[K][keyof (typeof JOINS)[K]] extends infer J ? (J extends AnyJoin ? J['as'] : never) : never
>

/** The joins of a kind, each with the name of its part. */
export const joinsOf = (kind: JoinKind): readonly (readonly [part: string, join: AnyJoin])[] =>
  Object.entries<AnyJoin>(JOINS[kind])

/** Joined things of which only some fields are shown. */
type Short = { [S in JoinedName]: (typeof JOINED_SUBJECTS)[S]['shown'] extends null ? never : S }[JoinedName]
type ShownOf<S extends Short> = (typeof JOINED_SUBJECTS)[S]['shown'][number] & keyof DocJoined<S>

/** A document as joined to another record: its id and the `shown` fields. */
export const refOf = <S extends Short>(
  of: S,
  doc: DocJoined<S>,
): { id: number } & Pick<DocJoined<S>, ShownOf<S>> => ({
  id: (doc as unknown as Readonly<Record<string, number>>)[`${of}Id`] as number,
  ...pick(doc, ...(JOINED_SUBJECTS[of].shown as unknown as readonly ShownOf<S>[])),
})
