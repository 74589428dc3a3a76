import { isBotActive } from '@guiche/contracts/bot/state.js'
import { type DomainError, domainError } from '@guiche/contracts/errors.js'
import type { TicketEvent } from '@guiche/contracts/events/ticket.js'
import { err, ok, type Result } from '@guiche/contracts/result.js'
import { mayOpenTicket } from '@guiche/contracts/users/permissions.js'
import { isAttended } from './attended.js'
import type { TicketCommand } from './commands.js'
import { closedEvent, toQueue } from './move-events.js'
import type { TicketState } from './state.js'

type Decision = Result<readonly TicketEvent[], DomainError>
type Place = NonNullable<TicketState['botAfter']>
type CommandOf<K extends TicketCommand['kind']> = Extract<TicketCommand, { kind: K }>
const nothing: Decision = ok([])

/** In these states the bot does not start again, whatever the contact writes. */
export const isBotOver = ({ bot }: Pick<TicketState, 'bot'>): boolean =>
  bot.because === 'answered' || bot.because === 'taken-out' || bot.because === 'robot'

/**
 * Whether an event is at or before another. Compares time, too: positions start again after a migration of
 * the store.
 */
const isPlaceBefore = (one: Place, other: Place | null): boolean =>
  other !== null && one.time <= other.time && one.position <= other.position

/**
 * A step of the bot, after a move to another queue. Does nothing while a person has the ticket, or for a message
 * already read.
 */
export const botStep = (state: TicketState, { message, step }: CommandOf<'bot-step'>): Decision => {
  const { ticketId, contactId } = state
  if (step === null) return nothing
  if (state.status !== 'pending' || isAttended(state) || state.isGroup) return nothing
  if (message !== null && isPlaceBefore(message, state.botAfter)) return nothing
  const { moves, says } = step
  const move = moves === null || moves.queueId === state.queueId ? [] : [toQueue(state, moves.queueId)]
  const bot = { ...step.state, queueId: moves === null ? state.queueId : moves.queueId }
  const after = message === null ? null : { time: message.time, position: message.position }
  const data = {
    ...{ ticketId, contactId, messageId: message?.messageId ?? null, after, bot, says: [...says] },
    ...(step.asks !== undefined && { asks: step.asks }),
  }
  // the bot has not read messages written during the lookup of bills: they reopen the ticket
  const seen = state.billsAsked?.position ?? null
  const close = step.closes === true ? [closedEvent(state, null, 'served', seen)] : []
  return ok([...move, { type: 'ticket.bot-stepped.v1', data }, ...close])
}

/** Moves a ticket to this queue if its contact did not choose a queue in time. */
export const enqueueTicket = (
  state: TicketState,
  { connectionId, queueId }: CommandOf<'enqueue'>,
): Decision => {
  const { ticketId, contactId } = state
  if (state.status !== 'pending' || state.queueId !== null) return nothing
  if (state.connectionId !== connectionId) return nothing
  const left = { type: 'ticket.bot-left.v1', data: { ticketId, contactId, because: 'time' } } as const
  return ok([...(isBotActive(state.bot) ? [left] : []), toQueue(state, queueId)])
}

/** From now on the bot is silent on a waiting ticket. */
export const leaveBot = (state: TicketState, { because, caller }: CommandOf<'leave-bot'>): Decision => {
  const { ticketId, contactId } = state
  if (caller !== null && state.companyId !== caller.companyId) return err(domainError('ERR_NO_TICKET_FOUND'))
  if (caller !== null && !mayOpenTicket(caller, state)) return err(domainError('ERR_NO_PERMISSION'))
  if (state.status !== 'pending' || state.isGroup || isBotOver(state)) return nothing
  return ok([{ type: 'ticket.bot-left.v1', data: { ticketId, contactId, because } }])
}
