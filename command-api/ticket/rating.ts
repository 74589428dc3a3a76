import type { Rating } from '@guiche/contracts/events/ticket.js'
import type { TicketState } from './state.js'

/** The rating that a text says, or null. */
export const ratingOf = (text: string): Rating | null => {
  const said = /^\s*([123])\s*$/.exec(text)?.[1]
  return said === undefined ? null : (Number(said) as Rating)
}

/** Whether the contact was asked how it was and has not answered yet. */
export const asksForRating = ({ status, deleted, ratingAsked, rating }: TicketState): boolean =>
  status === 'closed' && !deleted && ratingAsked && rating === null
