import type { DomainError } from '@guiche/contracts/errors.js'
import { ok, type Result } from '@guiche/contracts/result.js'
import { streams } from '@guiche/contracts/streams.js'
import type { Documents } from '@guiche/infra/records/documents.js'
import { connectionsDecider } from '../connections/decide.js'
import type { Kernel, Meta } from '../kernel/kernel.js'
import type { ActiveTickets } from './active-tickets.js'
import type { ActiveTicketKey } from './state.js'

/** Active tickets of one contact that are looked through. */
const LIMIT = 50

/**
 * Moves the active tickets that a contact still has on deleted connections to where it writes now; gives whether there
 * was one. So an agent's conversation goes on, and no second ticket opens beside it. Errors: ERR_UNAVAILABLE.
 */
export const createAdopt =
  (deps: { kernel: Kernel; documents: Pick<Documents, 'find'>; activeTickets: ActiveTickets }) =>
  async (
    { companyId, contactId, connectionId }: ActiveTicketKey,
    meta: Meta,
  ): Promise<Result<boolean, DomainError>> => {
    const { state } = await deps.kernel.load(connectionsDecider, streams.connections(companyId))
    if (state.deleted.size === 0) return ok(false)
    const found = await deps.documents.find('tickets', {
      where: { companyId, contactId, status: { in: ['open', 'pending'] } },
      sort: [
        ['updatedAt', -1],
        ['id', -1],
      ],
      limit: LIMIT,
    })
    const orphans = found.filter((ticket) => !state.all.has(ticket.connectionId))
    for (const { ticketId, connectionId: from } of orphans) {
      // right after a merge the view may still show the one of two that closed: the claim says which one is active
      const held = await deps.activeTickets.holder({ companyId, contactId, connectionId: from })
      const done = await deps.activeTickets.relink(held?.ticketId ?? ticketId, from, connectionId, meta)
      if (!done.ok && done.error.code !== 'ERR_NO_TICKET_FOUND') return done
    }
    return ok(orphans.length > 0)
  }
