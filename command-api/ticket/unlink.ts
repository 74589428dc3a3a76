import { COLLECTIONS } from '@guiche/contracts/collections.js'
import type { DomainError } from '@guiche/contracts/errors.js'
import { err, ok, type Result } from '@guiche/contracts/result.js'
import { streams } from '@guiche/contracts/streams.js'
import type { TicketDoc } from '@guiche/contracts/views/ticket.js'
import type { Where } from '@guiche/infra/read-store/read-store.js'
import type { Documents } from '@guiche/infra/records/documents.js'
import { followUp } from '../http/meta.js'
import type { Kernel, Meta } from '../kernel/kernel.js'
import { ticketDecider } from './decide.js'
import { inPages } from './pages.js'

export interface Gone {
  readonly because: 'user' | 'queue' | 'connection'
  readonly id: number
}

/**
 * Takes the link to a user, queue or connection that is going away off all tickets of the company: a user's open ones
 * become pending, a queue's lose their queue, a connection's keep standing where they are (an agent may give them
 * another). One derived command id a ticket, so repeating it is harmless. Errors: ERR_UNAVAILABLE.
 */
export const createUnlinkTickets =
  (deps: { kernel: Kernel; documents: Documents }) =>
  async ({ because, id }: Gone, meta: Meta): Promise<Result<void, DomainError>> => {
    const { companyId } = meta
    const field = { user: 'userId', queue: 'queueId', connection: 'connectionId' } as const
    const active: Where = because === 'queue' ? {} : { status: { in: ['pending', 'open'] } }
    const failed = await inPages(
      (after) =>
        deps.documents.find<TicketDoc>({
          collection: COLLECTIONS.tickets,
          where: { companyId, [field[because]]: id, ...active },
          sort: [['id', 1]],
          limit: 200,
          ...(after === null ? {} : { after: [after] }),
        }),
      (doc) =>
        deps.kernel.execute(
          ticketDecider,
          streams.ticket(doc.ticketId),
          { kind: 'unlink', because, id },
          followUp(meta, 'unlink', because, id, doc.ticketId),
        ),
      (result) => (result.ok || result.error.code === 'ERR_NO_TICKET_FOUND' ? null : result.error),
    )
    return failed === null ? ok(undefined) : err(failed)
  }
