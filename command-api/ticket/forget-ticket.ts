import type { Meta } from '../kernel/kernel.js'
import { followUp } from '../kernel/meta.js'
import type { ActiveTickets, TicketResult } from './active-tickets.js'

/** Closes and deletes a ticket of an erased contact. Idempotent. */
export const forgetTicket = async (
  activeTickets: Pick<ActiveTickets, 'run'>,
  ticketId: number,
  meta: Meta,
): Promise<TicketResult> => {
  const close = { kind: 'close', reason: 'erased' } as const
  const closed = await activeTickets.run(ticketId, close, followUp(meta, 'close', ticketId))
  if (!closed.ok) return closed
  return activeTickets.run(ticketId, { kind: 'delete' }, followUp(meta, 'delete', ticketId))
}
