import { streams } from '@guiche/contracts/streams.js'
import { connectionsDecider } from '../connections/decide.js'
import type { ConnectionsState } from '../connections/state.js'
import type { AreaDeps } from '../deps.js'
import { consequence, type Work } from '../kernel/consequence.js'
import { pageOfActiveTickets } from './active-pages.js'
import type { ActiveTickets } from './active-tickets.js'
import { ticketDecider } from './decide.js'

interface Needs extends Pick<AreaDeps, 'kernel' | 'documents'> {
  readonly activeTickets: Pick<ActiveTickets, 'relink'>
}

/**
 * Takes an active ticket off a deleted connection. By the deletion's choice the ticket moves to another
 * connection, is closed, or stays without connection. Does nothing for a connection that is not deleted.
 * Idempotent.
 */
export const takeOffConnection = async (
  ticketId: number,
  connectionId: number,
  { all, deleted }: ConnectionsState,
  work: Work,
  { activeTickets }: Pick<Needs, 'activeTickets'>,
): Promise<void> => {
  const asked = deleted.get(connectionId)
  if (asked === undefined) return
  const { moveTo, closeTickets } = asked
  const stream = streams.ticket(ticketId)
  // the chosen connection may be deleted by now, too
  if (moveTo !== undefined && all.has(moveTo)) {
    return work.settle(await activeTickets.relink(ticketId, connectionId, moveTo, work.meta(stream)))
  }
  const only = { onlyConnectionId: connectionId } as const
  const close = { kind: 'close', reason: 'close-all', ...only } as const
  const unlink = { kind: 'unlink', because: 'connection', id: connectionId } as const
  await work.command(ticketDecider, stream, closeTickets === true ? close : unlink)
}

/**
 * Handles the active tickets of a deleted connection, as chosen at the deletion. They move to another
 * connection, are closed, or stay without a connection.
 */
export const leaveConnection = consequence<Needs>({
  name: 'leave-connection',
  group: 'cascade',
  atOnce: true,
  harmless: ['ERR_NO_TICKET_FOUND'],
  on: {
    'connection.deleted.v1': async ({ companyId, data: { connectionId } }, work, needs) => {
      await work.shown('inbox')
      const { state } = await needs.kernel.load(connectionsDecider, streams.connections(companyId))
      const link = { connectionId }
      const { tickets, next } = await pageOfActiveTickets(needs.documents, companyId, link, work.after)
      for (const { ticketId } of tickets) await takeOffConnection(ticketId, connectionId, state, work, needs)
      return work.next(next)
    },
  },
})
