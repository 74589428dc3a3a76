import { RATING_DAYS } from '@guiche/contracts/rating.js'
import { streams } from '@guiche/contracts/streams.js'
import { derivedUuid } from '@guiche/infra/ids.js'
import type { AreaDeps } from '../deps.js'
import type { Meta } from '../kernel/kernel.js'
import { Refused } from '../kernel/refused.js'
import { messageDecider } from '../message/decide.js'
import { requestedId } from '../message/request.js'
import { ticketDecider } from '../ticket/decide.js'
import { asksForRating } from '../ticket/rating.js'
import type { TicketState } from '../ticket/state.js'

/** The command that tells the contact something after a close: the goodbye, or the question how it was. */
export const completionId = (ticketId: number, closePosition: string): string =>
  derivedUuid('completion', String(ticketId), closePosition)

/** The question how a conversation was, once its ticket is closed. */
export const createRatingQuestion = ({ kernel, clock }: Pick<AreaDeps, 'kernel' | 'clock'>) => ({
  /** Whether the contact was sent the question, and a number that it writes now is the answer. */
  isOpen: async (ticket: TicketState): Promise<boolean> => {
    const { ticketId, closePosition } = ticket
    if (!asksForRating(ticket) || closePosition === null) return false
    const asking = { commandId: completionId(ticketId, closePosition) }
    const { messageId } = await requestedId(kernel, ticket, asking, 0)
    const { sentAt } = (await kernel.load(messageDecider, streams.message(messageId))).state
    return sentAt !== null && clock.now().getTime() - Date.parse(sentAt) < RATING_DAYS * 86_400_000
  },
  /** Something else is said to the contact of this ticket: what it answers is about that. Rejects with `Refused`. */
  end: async (ticket: TicketState, meta: Meta): Promise<void> => {
    const { ticketId, closePosition } = ticket
    if (!asksForRating(ticket) || closePosition === null) return
    const command = { kind: 'settle-close', position: closePosition } as const
    const done = await kernel.execute(ticketDecider, streams.ticket(ticketId), command, meta)
    if (!done.ok && done.error.code !== 'ERR_NO_TICKET_FOUND') throw new Refused(done.error.code)
  },
})
