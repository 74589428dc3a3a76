import type { DomainError } from '@guiche/contracts/errors.js'
import { ok, type Result } from '@guiche/contracts/result.js'
import { streams } from '@guiche/contracts/streams.js'
import { connectionsDecider } from '../connections/decide.js'
import type { Kernel, Meta } from '../kernel/kernel.js'
import type { ActiveTickets } from './active-tickets.js'
import { type ActiveTicketKey, isActiveAt } from './state.js'

/**
 * Moves the active tickets of a contact from deleted connections to the connection that the contact writes
 * on. So an agent's conversation goes on, and no second ticket opens. Gives whether there was such a ticket.
 * Claims find the tickets, because views may lag after a merge. Errors: ERR_UNAVAILABLE.
 */
export const moveActiveTickets = async (
  {
    kernel,
    activeTickets,
  }: {
    readonly kernel: Kernel
    readonly activeTickets: Pick<ActiveTickets, 'holder' | 'relink'>
  },
  { companyId, contactId, connectionId }: ActiveTicketKey,
  meta: Meta,
): Promise<Result<boolean, DomainError>> => {
  const { state } = await kernel.load(connectionsDecider, streams.connections(companyId))
  const keys = [...state.deleted.keys()].map((from) => ({ companyId, contactId, connectionId: from }))
  const held = await Promise.all(keys.map(async (key) => ({ key, ticket: await activeTickets.holder(key) })))
  let found = false
  for (const { key, ticket } of held) {
    if (ticket === null || !isActiveAt(ticket.loaded.state, key)) continue
    found = true
    const done = await activeTickets.relink(ticket.ticketId, key.connectionId, connectionId, meta)
    if (!done.ok && done.error.code !== 'ERR_NO_TICKET_FOUND') return done
  }
  return ok(found)
}
