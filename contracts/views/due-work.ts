/**
 * `send`, `edit`, `revoke`, `reaction`: go to WhatsApp in the order of a connection; `read`: read receipts of a ticket's
 * messages; `media`: a file to fetch; `erase`: a contact whose streams are to be removed; `snooze`: a ticket that comes
 * back; `completion`: the message after a resolution, once it can no longer be undone; `schedule`: a message that
 * is sent at its time.
 */
export const DUE_KINDS = [
  'send',
  'edit',
  'revoke',
  'reaction',
  'read',
  'media',
  'erase',
  'snooze',
  'completion',
  'schedule',
] as const

/**
 * Collection `due-work`: what is still to be done outside or at a later time, a fold like any other (requested −
 * finished − cancelled), so it can be rebuilt and nothing is lost by a crash. id: see `dueWorkId`. How often work was
 * tried in vain stands in the vault (infra/due-work/attempts.ts), because a view's documents are its fold's alone.
 */
export interface DueWorkDoc {
  readonly id: string
  readonly companyId: number
  readonly kind: (typeof DUE_KINDS)[number]
  /** message id, ticket id (`read`, `snooze`, `completion`), contact id (`erase`) or the record's id (`schedule`) */
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
  readonly correlationId: string
  /** the new text of an edit, the emoji of a reaction, ids of read messages */
  readonly body: string | null
  readonly messageIds: readonly string[] | null
  /** of `read`: the revision in `marks-{ticketId}` of the last reading */
  readonly mark: number | null
}

/** The id of a piece of work: there is one of a kind and what it concerns. */
export const dueWorkId = (kind: DueWorkDoc['kind'], ref: string | number): string => `${kind}:${ref}`

/** The kind of the work that has this id. */
export const kindOf = (id: string): DueWorkDoc['kind'] => id.slice(0, id.indexOf(':')) as DueWorkDoc['kind']
