import type { StoredEvent } from '@guiche/contracts/envelope.js'
import type { DomainError } from '@guiche/contracts/errors.js'
import type { EventNamed } from '@guiche/contracts/events/index.js'
import type { Result } from '@guiche/contracts/result.js'
import { streams } from '@guiche/contracts/streams.js'
import type { Kernel, Meta } from '../kernel/kernel.js'
import { followUp } from '../kernel/meta.js'
import { deciders } from '../records/deciders.js'
import { ticketDecider } from '../ticket/decide.js'
import { userDecider } from '../user/decide.js'

/** Events after which a ticket may stand somewhere else, or be active again. */
export type Placed = EventNamed<
  | 'ticket.opened.v1'
  | 'ticket.accepted.v1'
  | 'ticket.transferred.v1'
  | 'ticket.reopened.v1'
  | 'ticket.resumed.v1'
  | 'ticket.close-undone.v1'
>

/**
 * Takes a queue or user that is deleted off a ticket. The process of the deletion finds the tickets that the views show by
 * then; a ticket may get the queue or user after that. `settle` judges each result. Repeating it is harmless.
 */
export const createStillThere =
  (kernel: Pick<Kernel, 'load' | 'execute'>, settle: (result: Result<unknown, DomainError>) => void) =>
  async ({ companyId, data }: StoredEvent<Placed>, cause: Meta): Promise<void> => {
    const { queueId, userId } = data.to
    const unlink = async (because: 'queue' | 'user', id: number): Promise<void> => {
      const command = { kind: 'unlink', because, id } as const
      const stream = streams.ticket(data.ticketId)
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
  }
