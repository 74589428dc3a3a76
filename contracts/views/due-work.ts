import type { DueKind } from '../due-work/index.js'
import type { DueWorkFields } from '../due-work/kind.js'
import type { MessageSource } from '../events/message.js'

/**
 * Collections of due work: work to do later, or outside of the streams. A fold like any other (requested −
 * finished − cancelled), so it can be rebuilt and survives crashes. id: see `dueWorkId`. Failed attempts are
 * counted in the vault (infra/due-work/attempts.ts), because a view's documents derive from events alone.
 */
export interface DueWorkDoc extends DueWorkFields {
  readonly kind: DueKind
}

/**
 * The turn that work takes on its connection. Each user has a turn. All programs share one; so do all planned
 * and all automatic messages. '' without an asker.
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

/** Id of a piece of due work: kind and subject. */
export const dueWorkId = (kind: DueKind, ref: string | number): string => `${kind}:${ref}`

/** The kind of due work in a document's id. */
export const kindOf = (id: string): DueKind => id.slice(0, id.indexOf(':')) as DueKind
