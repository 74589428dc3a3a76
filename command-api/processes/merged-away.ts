import type { StoredEvent } from '@guiche/contracts/envelope.js'
import type { EventNamed } from '@guiche/contracts/events/index.js'
import { followMerges } from '../contact/follow.js'
import { isAlive } from '../contact/state.js'
import type { Meta } from '../kernel/kernel.js'
import { followUp } from '../kernel/meta.js'
import type { LeftBehindDeps, Settle } from './connection-deleted.js'
import type { Placed } from './still-there.js'
import { pageOfActiveTickets } from './ticket-pages.js'

type OfContact = Placed | EventNamed<'ticket.contact-changed.v1'>

/**
 * Moves active tickets of a contact that was merged into another one. The merge moves those that it finds; it may end
 * early, and a ticket may open after it, for the contact that its command knew. An event of the ticket, or the merge,
 * comes second: there it is seen. `settle` judges each result. Repeating it is harmless.
 */
export const createMergedAway = ({ kernel, documents, activeTickets }: LeftBehindDeps, settle: Settle) => {
  const goes = async (ticketId: number, contactId: number, cause: Meta): Promise<void> => {
    const stays = await followMerges(kernel, contactId)
    // one that is erased takes along what was merged into it
    if (stays.contactId === contactId || !isAlive(stays.state)) return
    settle(await activeTickets.moveContact(ticketId, stays.contactId, followUp(cause, 'merged', ticketId)))
  }
  return {
    /** After an event by which a ticket is active for a contact. */
    ofTicket: ({ data: { ticketId, contactId } }: StoredEvent<OfContact>, cause: Meta): Promise<void> =>
      goes(ticketId, contactId, cause),
    /** One page of the tickets that the views show for the contact; gives the start of the next one, or null. */
    ofContact: async (contactId: number, cause: Meta, after: string | null): Promise<string | null> => {
      const { tickets, next } = await pageOfActiveTickets(documents, cause.companyId, { contactId }, after)
      for (const { ticketId } of tickets) await goes(ticketId, contactId, cause)
      return next
    },
  }
}
