import { streams } from '@guiche/contracts/streams.js'
import { type Caller, mayOpenTicket } from '@guiche/contracts/users/permissions.js'
import { connectionsDecider } from '../connections/decide.js'
import type { Claims, Kernel } from '../kernel/kernel.js'
import { ticketDecider } from './decide.js'
import { isActiveAt, type TicketState } from './state.js'

interface Deps {
  readonly kernel: Pick<Kernel, 'load'>
  readonly claims: Pick<Claims, 'holder'>
}

/**
 * The active tickets of a contact on all connections. Reads claims and streams, because the views may be
 * behind. Rejects as kernel.load.
 */
export const activeTicketsOf = async (
  { kernel, claims }: Deps,
  companyId: number,
  contactId: number,
): Promise<readonly TicketState[]> => {
  const { state } = await kernel.load(connectionsDecider, streams.connections(companyId))
  const on = [...state.all.keys(), ...state.deleted.keys()]
  const found = await Promise.all(
    on.map(async (connectionId) => {
      const key = { companyId, contactId, connectionId }
      const held = await claims.holder('ticket', [companyId, contactId, connectionId])
      if (held === null) return []
      const ticket = (await kernel.load(ticketDecider, streams.ticket(Number(held)))).state
      return isActiveAt(ticket, key) ? [ticket] : []
    }),
  )
  return found.flat()
}

/** Whether the caller may open every active ticket of a contact; with `on` only those on one connection. */
export const mayOpenAllOf = async (
  deps: Deps,
  caller: Caller,
  contactId: number,
  on?: number,
): Promise<boolean> => {
  const active = await activeTicketsOf(deps, caller.companyId, contactId)
  const meant = active.filter(({ connectionId }) => on === undefined || connectionId === on)
  return meant.every((ticket) => mayOpenTicket(caller, ticket))
}
