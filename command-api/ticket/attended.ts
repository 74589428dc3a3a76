import type { TicketState } from './state.js'

/**
 * Whether a person has the ticket: accepted it, or answered while it waits, on the screen, by the API or on the phone.
 * All automatic texts (greetings, out of hours, bot, inactivity) check again when they send, and stop then.
 */
export const isAttended = ({
  status,
  userId,
  bot,
}: Pick<TicketState, 'status' | 'userId' | 'bot'>): boolean =>
  status === 'open' || userId !== null || bot.because === 'answered'
