import { COLLECTIONS } from '@guiche/contracts/collections.js'
import { streams } from '@guiche/contracts/streams.js'
import type { TicketDoc } from '@guiche/contracts/views/ticket.js'
import type { Documents } from '@guiche/infra/records/documents.js'
import { followUp } from '../http/meta.js'
import type { Kernel, Meta } from '../kernel/kernel.js'
import { StoreUnavailable } from '../kernel/unavailable.js'
import { ticketDecider } from '../ticket/decide.js'

const PAGE = 200
const FIELDS = { user: 'userId', queue: 'queueId', connection: 'connectionId' } as const

/** What has gone away, and with it the link that tickets had to it. */
export interface Gone {
  readonly because: keyof typeof FIELDS
  readonly id: number
}
export type UnlinkTickets = (gone: Gone, cause: Meta) => Promise<void>

/**
 * Takes the link off the tickets of the company that the views show with it: a user's return to pending, a queue's go
 * without one, a connection's stand where they are. Active ones come first. A user stays named on what they closed.
 * Repeating it is harmless; it rejects (StoreUnavailable) when it could not finish.
 */
export const createUnlinkTickets =
  (deps: { kernel: Kernel; documents: Documents }): UnlinkTickets =>
  async ({ because, id }, cause) => {
    const { companyId } = cause
    const unlink = { kind: 'unlink', because, id } as const
    for (const status of ['open', 'pending', ...(because === 'user' ? [] : ['closed'])]) {
      for (let after: string | null = null; ; ) {
        const page: TicketDoc[] = await deps.documents.find<TicketDoc>({
          collection: COLLECTIONS.tickets,
          where: { companyId, [FIELDS[because]]: id, status },
          sort: [['id', 1]],
          limit: PAGE,
          ...(after === null ? {} : { after: [after] }),
        })
        for (const { ticketId } of page) {
          const stream = streams.ticket(ticketId)
          const result = await deps.kernel.execute(ticketDecider, stream, unlink, followUp(cause, stream))
          if (!result.ok && result.error.code === 'ERR_UNAVAILABLE') throw new StoreUnavailable(result.error)
        }
        after = page.at(-1)?.id ?? null
        if (page.length < PAGE || after === null) break
      }
    }
  }
