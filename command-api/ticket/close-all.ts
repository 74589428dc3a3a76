import type { StoredEvent } from '@guiche/contracts/envelope.js'
import type { EventNamed } from '@guiche/contracts/events/index.js'
import { streams } from '@guiche/contracts/streams.js'
import type { TicketDoc } from '@guiche/contracts/views/ticket.js'
import { inParallel } from '@guiche/infra/parallel.js'
import type { Where } from '@guiche/infra/read-store/read-store.js'
import type { AreaDeps } from '../deps.js'
import { consequence, type Work } from '../kernel/consequence.js'
import { ticketDecider } from './decide.js'
import { readWhenClosed } from './reading.js'

type Needs = Pick<AreaDeps, 'kernel' | 'records' | 'documents'>
type CloseAllAsked = StoredEvent<EventNamed<'ticket.close-all-asked.v1'>>

const TICKETS = 200
const AT_ONCE = 20

/**
 * The tickets of the request. The inbox shows tickets without queue under every choice of queues. The number
 * that the user confirmed excludes imported tickets, which are closed with their import.
 */
const ticketsToClose = ({
  companyId,
  data: { status, queueIds },
}: CloseAllAsked): Where | readonly Where[] => {
  const where = { companyId, status, imported: false }
  if (queueIds === undefined) return where
  const chosen = queueIds.length === 0 ? [] : [{ ...where, queueId: { in: queueIds } }]
  return [{ ...where, queueId: null }, ...chosen]
}

/** Closes a ticket only in its state at the request. A later message of its contact reopens the ticket. */
const closeOne = async (
  { position, data: { status, seen } }: CloseAllAsked,
  { ticketId, unread }: TicketDoc,
  work: Work,
  needs: Needs,
): Promise<void> => {
  const stream = streams.ticket(ticketId)
  const meta = work.meta(stream)
  const known = seen !== null && seen < position ? seen : position
  const only = { onlyStatus: status, unmovedSince: position } as const
  const close = { kind: 'close', reason: 'close-all', ...only, seen: known } as const
  const closed = await needs.kernel.execute(ticketDecider, stream, close, meta)
  work.settle(unread > 0 ? await readWhenClosed(needs, meta, ticketId, closed) : closed)
}

/** Closes all tickets of a list, a page at a time, at an admin's request. */
export const closeAll = consequence<Needs, 'ticket.close-all-asked.v1'>({
  name: 'close-all',
  group: 'cascade',
  atOnce: true,
  harmless: ['ERR_NO_TICKET_FOUND'],
  on: {
    'ticket.close-all-asked.v1': async (event, work, needs) => {
      await work.shown('inbox')
      const tickets = await needs.documents.find('tickets', {
        where: ticketsToClose(event),
        limit: TICKETS,
        ...(work.after === null ? {} : { after: [work.after] }),
      })
      await inParallel(tickets, AT_ONCE, (ticket) => closeOne(event, ticket, work, needs))
      return work.next(tickets.length < TICKETS ? null : (tickets.at(-1)?.id ?? null))
    },
  },
})
