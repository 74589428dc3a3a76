import type { StoredEvent } from '@guiche/contracts/envelope.js'
import type { EventNamed } from '@guiche/contracts/events/index.js'
import { err } from '@guiche/contracts/result.js'
import { streams } from '@guiche/contracts/streams.js'
import { followMerges } from '../contact/follow.js'
import { isAlive } from '../contact/state.js'
import type { AreaDeps } from '../deps.js'
import type { Meta } from '../kernel/kernel.js'
import { followUp } from '../kernel/meta.js'
import { ticketDecider } from '../ticket/decide.js'
import type { LeftBehindDeps, Settle } from './connection-deleted.js'
import { createForget } from './forget.js'
import type { Placed } from './still-there.js'
import { pageOfActiveTickets } from './ticket-pages.js'

type OfContact = Placed | EventNamed<'ticket.contact-changed.v1'>

type Deps = LeftBehindDeps & Pick<AreaDeps, 'blobs' | 'vault'>

/**
 * Moves active tickets of a contact that was merged into another one, and deletes tickets of one that is erased. The merge
 * or the erasure does so with those that it finds; it may end early, and a ticket may open after it, for the contact that
 * its command knew. An event of the ticket, or the merge, comes second: there it is seen. `settle` judges each result.
 * Repeating it is harmless.
 */
export const createMergedAway = (deps: Deps, settle: Settle) => {
  const { kernel, documents, activeTickets } = deps
  const forget = createForget(deps)
  const goes = async (ticketId: number, contactId: number, cause: Meta): Promise<void> => {
    const { state, contactId: stays } = await followMerges(kernel, contactId)
    if (isAlive(state)) {
      if (stays === contactId) return
      return settle(await activeTickets.moveContact(ticketId, stays, followUp(cause, 'merged', ticketId)))
    }
    const isErased = state.erasing || (await kernel.isRemoved(streams.contact(stays)))
    const ticket = await kernel.load(ticketDecider, streams.ticket(ticketId))
    // one that has moved to another contact goes by the event of that
    if (!isErased || ticket.state.contactId !== contactId) return
    const gone = await forget.ticket(ticketId, followUp(cause, 'erased', ticketId))
    if (!gone.ok && 'code' in gone.error) settle(err(gone.error))
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
