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
import type { Settle, TicketGoesDeps } from './connection-deleted.js'
import { createForget } from './forget.js'
import type { Placed } from './still-there.js'

type OfContact = Placed | EventNamed<'ticket.contact-changed.v1'>

type Deps = TicketGoesDeps & Pick<AreaDeps, 'blobs' | 'vault'>

/**
 * Looks at a ticket that has become active. It moves if its contact was merged into another one, and is deleted if its
 * contact is erased. The merge and the erasure do this with the tickets that they find. But a command that still knew
 * the old contact may open one after that. `settle` judges each result. Repeating it is harmless.
 */
export const createMergedAway = (deps: Deps, settle: Settle) => {
  const { kernel, activeTickets } = deps
  const forget = createForget(deps)
  return async ({ data: { ticketId, contactId } }: StoredEvent<OfContact>, cause: Meta): Promise<void> => {
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
}
