import type { TicketRecord } from '@guiche/contracts/views/records.js'
import type { TicketChange } from '../api.js'

/**
 * The change that undoes a move of a ticket. Null if the user lacks the right: only admins take a ticket from
 * a colleague. `after` is the ticket after the move. Pure.
 */
export const undoOfMove = (
  before: TicketRecord,
  after: TicketRecord,
  { id: ownId, isAdmin }: { readonly id: number; readonly isAdmin: boolean },
): TicketChange | null => {
  const { id, status, userId, queueId, whatsapp } = before
  const mayTake = isAdmin || after.userId === null || after.userId === ownId
  if (!mayTake || status === 'closed') return null
  const moved = whatsapp !== null && whatsapp.id !== after.whatsapp?.id
  return {
    id,
    seen: after.position,
    body: { status, userId, queueId, ...(moved && { whatsappId: whatsapp.id }) },
  }
}

/**
 * The undo of a snooze: the former time (`until`) if still ahead at `now` (milliseconds since the epoch),
 * else ending the snooze. `seen`: a ticket snoozed otherwise since stays unchanged. Pure.
 */
export const undoOfSnooze = (
  { snoozedUntil }: Pick<TicketRecord, 'snoozedUntil'>,
  { position: seen }: Pick<TicketRecord, 'position'>,
  now: number,
): { readonly seen: string; readonly until?: string } =>
  snoozedUntil !== null && Date.parse(snoozedUntil) > now ? { seen, until: snoozedUntil } : { seen }
