import { type StoredEvent, SYSTEM } from '@guiche/contracts/envelope.js'
import type { EventNamed } from '@guiche/contracts/events/index.js'
import { err } from '@guiche/contracts/result.js'
import { streams } from '@guiche/contracts/streams.js'
import type { AreaDeps } from '../deps.js'
import { consequence, type Work } from '../kernel/consequence.js'
import type { ActiveTickets } from '../ticket/active-tickets.js'
import { ticketDecider } from '../ticket/decide.js'
import { forgetTicket } from '../ticket/forget-ticket.js'
import { onPlacing, type PlacingEvent } from '../ticket/placing-events.js'
import { followMerges } from './follow-merges.js'
import { isAlive } from './state.js'

interface Needs extends Pick<AreaDeps, 'kernel'> {
  readonly activeTickets: Pick<ActiveTickets, 'run' | 'moveContact'>
}
type OfContact = PlacingEvent | 'ticket.contact-changed.v1'

const leaveContact = async (
  { data: { ticketId, contactId } }: StoredEvent<EventNamed<OfContact>>,
  work: Work,
  { kernel, activeTickets }: Needs,
): Promise<void> => {
  const { state, contactId: stays } = await followMerges(kernel, contactId)
  if (isAlive(state)) {
    if (stays === contactId) return
    return work.settle(await activeTickets.moveContact(ticketId, stays, work.meta('merged', ticketId)))
  }
  const isErased = state.erasing || (await kernel.isRemoved(streams.contact(stays)))
  const ticket = await kernel.load(ticketDecider, streams.ticket(ticketId))
  // a ticket that moved to another contact is handled by that contact's event
  if (!isErased || ticket.state.contactId !== contactId) return
  const gone = await forgetTicket(activeTickets, ticketId, work.meta('erased', ticketId))
  if (!gone.ok && 'code' in gone.error) work.settle(err(gone.error))
}

/**
 * Repairs a ticket that has become active. The ticket moves if its contact was merged, and is deleted if its contact is
 * erased. Merge and erasure repair only the tickets that they find. A command that still knew the old contact may open
 * a ticket later.
 */
export const leaveGoneContact = consequence<Needs, OfContact>({
  name: 'leave-gone-contact',
  group: 'cascade',
  // the person who placed the ticket did not ask for this change
  actor: ({ type, actor }) => (type === 'ticket.contact-changed.v1' ? actor : SYSTEM),
  harmless: ['ERR_NO_TICKET_FOUND'],
  on: { ...onPlacing(leaveContact), 'ticket.contact-changed.v1': leaveContact },
})
