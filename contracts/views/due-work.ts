import type { MessageSource } from '../events/message.js'

interface Kind {
  /** the service that does it, which does not compile without a runner for the kind */
  readonly worker: 'gateway' | 'command-api'
  /** the first part of the names of its subject's events; the deletion of the subject ends the work */
  readonly subject: 'message' | 'ticket' | 'contact' | 'schedule'
}

/**
 * `send`, `edit`, `revoke`, `reaction`: go to WhatsApp in the order of a connection; `read`: read receipts of a ticket's
 * messages; `media`: a file to fetch; `erase`: a contact whose streams are to be removed; `snooze`: a ticket that comes
 * back; `bills`: open bills that billing systems are asked for; `completion`: the message after a resolution, once it can no longer be undone; `schedule`: a message that
 * is sent at its time.
 */
export const DUE_KINDS = {
  send: { worker: 'gateway', subject: 'message' },
  edit: { worker: 'gateway', subject: 'message' },
  revoke: { worker: 'gateway', subject: 'message' },
  reaction: { worker: 'gateway', subject: 'message' },
  read: { worker: 'gateway', subject: 'ticket' },
  media: { worker: 'gateway', subject: 'message' },
  erase: { worker: 'command-api', subject: 'contact' },
  snooze: { worker: 'command-api', subject: 'ticket' },
  completion: { worker: 'command-api', subject: 'ticket' },
  schedule: { worker: 'command-api', subject: 'schedule' },
  bills: { worker: 'command-api', subject: 'ticket' },
} as const satisfies Readonly<Record<string, Kind>>

export type DueKind = keyof typeof DUE_KINDS
export type DueSubject = (typeof DUE_KINDS)[DueKind]['subject']
/** The kinds with these properties, such as `{ worker: 'gateway' }`. */
export type DueKindWith<P extends Partial<Kind>> = {
  [K in DueKind]: (typeof DUE_KINDS)[K] extends P ? K : never
}[DueKind]

export const dueKinds = Object.keys(DUE_KINDS) as readonly DueKind[]

/** The kinds of work about such a subject. */
export const dueKindsAbout = <S extends DueSubject>(subject: S) =>
  dueKinds.filter((kind): kind is DueKindWith<{ subject: S }> => DUE_KINDS[kind].subject === subject)

/**
 * Collection `due-work`: what is still to be done outside or at a later time, a fold like any other (requested −
 * finished − cancelled), so it can be rebuilt and nothing is lost by a crash. id: see `dueWorkId`. How often work was
 * tried in vain stands in the vault (infra/due-work/attempts.ts), because a view's documents are its fold's alone.
 */
export interface DueWorkDoc {
  readonly id: string
  readonly companyId: number
  readonly kind: DueKind
  /** the id of its subject; see DUE_KINDS */
  readonly ref: string
  /** 0 where no connection is concerned */
  readonly connectionId: number
  readonly ticketId: number | null
  readonly contactId: number | null
  /** position of the event that asked for it: the order of work */
  readonly since: string
  /** ISO-8601; only gateways of earlier releases read it, during an upgrade */
  readonly requestedAt: string
  /** ISO-8601; it is done at this time, or as soon as possible after it */
  readonly dueAt: string
  /** gives way to work that people wait for, as what is imported does */
  readonly later: boolean
  /** whose work this is, of those that take turns on a connection; see `askerOf` */
  readonly asker: string
  readonly correlationId: string
  /** the new text of an edit, the emoji of a reaction, ids of read messages */
  readonly body: string | null
  readonly messageIds: readonly string[] | null
  /** of `read`: the revision in `marks-{ticketId}` of the last reading */
  readonly mark: number | null
}

/**
 * Whose turn work takes on its connection: each user, all programs, all planned and all automatic messages have one each.
 * '' where nobody asks.
 */
export const askerOf = ({
  source = 'user',
  userId = null,
}: {
  readonly source?: MessageSource
  readonly userId?: number | null
}): string => {
  if (source === 'user') return userId === null ? '' : `user/${userId}`
  return source === 'api' || source === 'schedule' ? source : 'automatic'
}

/** The id of a piece of work: there is one of a kind and what it concerns. */
export const dueWorkId = (kind: DueKind, ref: string | number): string => `${kind}:${ref}`

/** The kind of the work that has this id. */
export const kindOf = (id: string): DueKind => id.slice(0, id.indexOf(':')) as DueKind
