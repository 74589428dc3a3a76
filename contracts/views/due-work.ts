import type { DueKind } from '../due-work/index.js'
import type { DueWorkFields } from '../due-work/kind.js'
import type { MessageSource } from '../events/message.js'

/**
 * Collections of due work: what is still to be done outside or at a later time, a fold like any other (requested −
 * finished − cancelled), so it can be rebuilt and nothing is lost by a crash. id: see `dueWorkId`. How often work was
 * tried in vain stands in the vault (infra/due-work/attempts.ts), because a view's documents are its fold's alone.
 */
export interface DueWorkDoc extends DueWorkFields {
  readonly kind: DueKind
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
