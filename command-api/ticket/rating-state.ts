import type { TicketEvent } from '@guiche/contracts/events/ticket.js'

/** The rating question of the last conversation, and the contact's replies. */
export interface RatingState {
  /** whether the contact may answer, or comment on the rating */
  readonly ratingAsked: boolean
  /** 1 to 3 */
  readonly rating: number | null
  /** id and time of the message with the rating */
  readonly ratedBy: string | null
  readonly ratedAt: string | null
  /** whether the question was repeated after an unclear answer, and when */
  readonly ratingAgain: boolean
  readonly ratingAgainAt: string | null
  /** ids of messages that were answers or comments */
  readonly ratingReplies: readonly string[]
}

/** Each reopening of a ticket allows a new rating question. */
export const NO_RATING: RatingState = {
  ratingAsked: false,
  rating: null,
  ratedBy: null,
  ratedAt: null,
  ratingAgain: false,
  ratingAgainAt: null,
  ratingReplies: [],
}

export type RatingEvent = Extract<
  TicketEvent,
  { type: 'ticket.rated.v1' | 'ticket.rating-unclear.v1' | 'ticket.rating-commented.v1' }
>

/** The fields that a contact's reply changes. */
export const afterReply = (
  { ratingReplies, ratingAsked, ratingAgainAt }: RatingState,
  event: RatingEvent & { readonly time?: string },
): Partial<RatingState> => {
  const { messageId } = event.data
  const replies = { ratingReplies: [...ratingReplies, messageId] }
  switch (event.type) {
    case 'ticket.rated.v1':
      return { ...replies, rating: event.data.rating, ratedBy: messageId, ratedAt: event.time ?? null }
    case 'ticket.rating-unclear.v1':
      return {
        ...{ ...replies, ratingAgain: true, ratingAsked: ratingAsked && !event.data.over },
        ratingAgainAt: ratingAgainAt ?? event.time ?? null,
      }
    case 'ticket.rating-commented.v1':
      return replies
  }
}
