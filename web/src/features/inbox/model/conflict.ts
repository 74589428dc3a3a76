import type { Reach } from '@guiche/contracts/users/permissions.js'
import type { TicketRecord } from '@guiche/contracts/views/records.js'
import type { TFunction } from 'i18next'
import type { ApiError } from '../../../api/errors.js'

/**
 * The active ticket that prevents opening or reopening another ticket; names are '' if absent. `reach`: how
 * this user gets to that ticket.
 */
export type Conflict = Pick<TicketRecord, 'id' | 'uuid' | 'userId'> & {
  readonly user: { readonly name: string }
  readonly queue: { readonly name: string }
  readonly reach: Reach
}

/** The ticket in a failed call's details, or null for any other failure. */
export const conflictOf = ({ code, details }: ApiError): Conflict | null =>
  code === 'ERR_OTHER_OPEN_TICKET' && typeof details?.uuid === 'string'
    ? (details as unknown as Conflict)
    : null

/** Says who attends the conflicting ticket, or in which queue it waits. */
export const conflictText = (t: TFunction, { user, queue }: Conflict): string =>
  t(user.name === '' ? 'inbox:newTicket.conflictWaiting' : 'inbox:newTicket.conflict', {
    user: user.name,
    queue:
      queue.name === ''
        ? t('inbox:newTicket.conflictNoQueue')
        : t('inbox:newTicket.conflictQueue', { name: queue.name }),
  })
