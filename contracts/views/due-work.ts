/**
 * Collection `due-work`: what is still to be done outside, a fold like any other (requested − finished), so it can
 * be rebuilt and nothing is lost by a crash. id: see `dueWorkId`.
 */
export interface DueWorkDoc {
  readonly id: string
  readonly companyId: number
  /**
   * `send`, `edit`, `revoke`, `reaction`: go to WhatsApp in the order of a connection; `read`: read receipts of a
   * ticket's messages; `media`: a file to fetch; `erase`: a contact whose streams are to be removed.
   */
  readonly kind: 'send' | 'edit' | 'revoke' | 'reaction' | 'read' | 'media' | 'erase'
  /** message id, ticket id (`read`) or contact id (`erase`) */
  readonly ref: string
  /** 0 where no connection is concerned */
  readonly connectionId: number
  readonly ticketId: number | null
  readonly contactId: number | null
  /** position of the event that asked for it: the order of work */
  readonly since: string
  readonly requestedAt: string
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
