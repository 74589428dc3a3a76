import { type StoredEvent, SYSTEM } from '@guiche/contracts/envelope.js'
import type { EventNamed } from '@guiche/contracts/events/index.js'
import { streams } from '@guiche/contracts/streams.js'
import { connectionsDecider } from '../connections/decide.js'
import type { AreaDeps } from '../deps.js'
import { consequence, type Work } from '../kernel/consequence.js'
import { deciders } from '../records/deciders.js'
import { userDecider } from '../user/decide.js'
import type { ActiveTickets } from './active-tickets.js'
import { ticketDecider } from './decide.js'
import { takeOffConnection } from './leave-connection.js'
import { onPlacing, type PlacingEvent } from './placing-events.js'

interface Needs extends Pick<AreaDeps, 'kernel'> {
  readonly activeTickets: Pick<ActiveTickets, 'relink'>
}

/** Whether the event gave the ticket its connection. A ticket that a user reopens keeps its connection. */
const getsConnection = ({ type, data }: Pick<EventNamed<PlacingEvent>, 'type' | 'data'>): boolean =>
  type === 'ticket.resumed.v1' || !('from' in data) || data.from.connectionId !== data.to.connectionId

const takeOff = async (
  event: StoredEvent<EventNamed<PlacingEvent>>,
  work: Work,
  needs: Needs,
): Promise<void> => {
  const { kernel } = needs
  const { companyId, data } = event
  const { queueId, userId, connectionId } = data.to
  const stream = streams.ticket(data.ticketId)
  const unlink = (because: 'queue' | 'user', id: number): Promise<void> =>
    work.command(ticketDecider, stream, { kind: 'unlink', because, id }, because)
  if (queueId !== null) {
    const { state } = await kernel.load(deciders.queue, streams.records('queues', companyId))
    if (!state.records.has(queueId)) await unlink('queue', queueId)
  }
  if (userId !== null) {
    const { state } = await kernel.load(userDecider, streams.user(userId))
    if (state.status === 'deleted') await unlink('user', userId)
  }
  if (getsConnection(event)) {
    const { state } = await kernel.load(connectionsDecider, streams.connections(companyId))
    if (!state.deleted.has(connectionId)) return
    const { activeSince } = (await kernel.load(ticketDecider, stream)).state
    // skips a ticket that was closed and reopened since
    if ((activeSince ?? '') <= event.position)
      await takeOffConnection(data.ticketId, connectionId, state, work, needs)
  }
}

/**
 * Removes a deleted queue, user or connection from a ticket. The deletion itself repairs only tickets that
 * the views show at that time; a ticket may get the deleted thing later.
 */
export const takeOffGone = consequence<Needs>({
  name: 'take-off-gone',
  group: 'cascade',
  // the user who placed the ticket did not request this change
  actor: () => SYSTEM,
  harmless: ['ERR_NO_TICKET_FOUND'],
  on: onPlacing(takeOff),
})
