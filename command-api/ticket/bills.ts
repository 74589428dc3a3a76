import type { DomainError } from '@guiche/contracts/errors.js'
import type { TicketEvent } from '@guiche/contracts/events/ticket.js'
import type { BillOutcome } from '@guiche/contracts/events/ticket-bot.js'
import { ok, type Result } from '@guiche/contracts/result.js'
import { isAttended } from './attended.js'
import { botStep } from './bot.js'
import type { TicketCommand } from './commands.js'
import type { TicketState } from './state.js'

type BillsAnswered = Extract<TicketCommand, { kind: 'bills-answered' }>

/** Whether the bot still waits for the lookup of bills requested at this position. */
export const waitsForBills = (state: TicketState, asked: string): boolean =>
  state.billsAsked?.position === asked &&
  state.bot.at === 'bills' &&
  state.status === 'pending' &&
  !isAttended(state)

/**
 * Records the answer of the billing systems once, with the bot's next step. An answer that comes after the
 * bot has left the ticket is late, and has no next step.
 */
export const billsAnswered = (
  state: TicketState,
  { asked, outcome, count, system, code, step }: BillsAnswered,
): Result<readonly TicketEvent[], DomainError> => {
  const { ticketId, contactId } = state
  if (state.billsAsked?.position !== asked) return ok([])
  const isWaiting = waitsForBills(state, asked)
  const told: BillOutcome = isWaiting || outcome === 'dropped' || outcome === 'failed' ? outcome : 'late'
  const answered = {
    type: 'ticket.bills-answered.v1' as const,
    data: { ticketId, contactId, outcome: told, count: told === 'late' ? 0 : count, system, code },
  }
  const stepped = isWaiting ? botStep(state, { kind: 'bot-step', message: null, step }) : ok([])
  return stepped.ok ? ok([answered, ...stepped.value]) : stepped
}
