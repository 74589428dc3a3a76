import type { StoredEvent } from '@guiche/contracts/envelope.js'
import type { EventNamed } from '@guiche/contracts/events/index.js'
import { streams } from '@guiche/contracts/streams.js'
import { connectionsDecider } from '../connections/decide.js'
import type { Meta } from '../kernel/kernel.js'
import { followUp } from '../kernel/meta.js'
import { deciders } from '../records/deciders.js'
import { ticketDecider } from '../ticket/decide.js'
import { userDecider } from '../user/decide.js'
import { createTicketGoes, type Settle, type TicketGoesDeps } from './connection-deleted.js'

/** Events after which a ticket may stand somewhere else, or be active again. */
export type Placed = EventNamed<
  | 'ticket.opened.v1'
  | 'ticket.accepted.v1'
  | 'ticket.transferred.v1'
  | 'ticket.reopened.v1'
  | 'ticket.resumed.v1'
  | 'ticket.close-undone.v1'
>

/** Whether this brought the ticket to its connection. A ticket that a person takes up again stays where it was closed. */
const arrived = ({ type, data }: Pick<Placed, 'type' | 'data'>): boolean =>
  type === 'ticket.resumed.v1' || !('from' in data) || data.from.connectionId !== data.to.connectionId

/**
 * Takes a queue, user or connection that is deleted off a ticket. The process of the deletion finds the tickets that the
 * views show by then; a ticket may come there after that. `settle` judges each result. Repeating it is harmless.
 */
export const createStillThere = (deps: TicketGoesDeps, settle: Settle) => {
  const { kernel } = deps
  const ticketGoes = createTicketGoes(deps, settle)
  return async (event: StoredEvent<Placed>, cause: Meta): Promise<void> => {
    const { companyId, data } = event
    const { queueId, userId, connectionId } = data.to
    const stream = streams.ticket(data.ticketId)
    const unlink = async (because: 'queue' | 'user', id: number): Promise<void> => {
      const command = { kind: 'unlink', because, id } as const
      settle(await kernel.execute(ticketDecider, stream, command, followUp(cause, because)))
    }
    if (queueId !== null) {
      const { state } = await kernel.load(deciders.queue, streams.records('queues', companyId))
      if (!state.records.has(queueId)) await unlink('queue', queueId)
    }
    if (userId !== null) {
      const { state } = await kernel.load(userDecider, streams.user(userId))
      if (state.status === 'deleted') await unlink('user', userId)
    }
    if (arrived(event)) {
      const { state } = await kernel.load(connectionsDecider, streams.connections(companyId))
      if (!state.deleted.has(connectionId)) return
      const { activeSince } = (await kernel.load(ticketDecider, stream)).state
      // else it was closed and taken up again since
      if ((activeSince ?? '') <= event.position) await ticketGoes(data.ticketId, connectionId, state, cause)
    }
  }
}
