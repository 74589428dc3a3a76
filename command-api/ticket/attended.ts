import type { TicketState } from './state.js'

/**
 * Whether a person has the ticket. The person accepted it, or answered while it was waiting: on the screen,
 * by the API or on the phone. All automatic texts (greetings, out of hours, bot, inactivity) check again when
 * they are sent, and stop then.
 */
export const isAttended = ({
  status,
  userId,
  bot,
}: Pick<TicketState, 'status' | 'userId' | 'bot'>): boolean =>
  status === 'open' || userId !== null || bot.because === 'answered'
