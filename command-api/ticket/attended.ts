import type { TicketState } from './state.js'

/**
 * Whether a person has the ticket. Everything automatic (greetings, texts out of hours, bot, inactivity) asks this again
 * at the moment of sending, and is silent then.
 */
export const isAttended = ({ status, userId }: Pick<TicketState, 'status' | 'userId'>): boolean =>
  status === 'open' || userId !== null
