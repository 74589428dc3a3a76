import type { TicketState } from './state.js'

/**
 * Whether a person has the ticket: accepted it, or answered while it waits, on the screen, by the API or on the phone.
 * Everything automatic (greetings, texts out of hours, bot, inactivity) asks this again at the moment of sending, and is
 * silent then.
 */
export const isAttended = ({
  status,
  userId,
  bot,
}: Pick<TicketState, 'status' | 'userId' | 'bot'>): boolean =>
  status === 'open' || userId !== null || bot.because === 'answered'
