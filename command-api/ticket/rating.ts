import { answerOf, isWord } from '@guiche/contracts/bot/answer.js'
import { PERSON_WORDS, START_WORDS } from '@guiche/contracts/bot/words.js'
import type { MessageKind } from '@guiche/contracts/events/message.js'
import type { Rating, TicketEvent } from '@guiche/contracts/events/ticket.js'
import {
  RATING_ANSWER_MINUTES,
  RATING_COMMENT_MINUTES,
  RATING_DAYS,
} from '@guiche/contracts/ticket/rating.js'
import type { TicketState } from './state.js'

/** State of the rating question. `at` (ISO-8601): time of the question, or of the rating. */
export type RatingQuestion =
  | { readonly stage: 'none' }
  | { readonly stage: 'asked'; readonly at: string }
  | { readonly stage: 'again'; readonly at: string; readonly againAt: string | null }
  | { readonly stage: 'rated'; readonly at: string; readonly comments: number }

/** A message of the contact; `at`: its time, ISO-8601. */
export interface RatingMessage {
  readonly kind: MessageKind
  readonly text: string
  readonly at: string
}

/**
 * The meaning of a message for the rating question. `rated`: a rating. `again`: not understood, so the
 * question is repeated. `thanked`: not understood twice, so the question is over. `unread`: written before
 * the contact could read the second question. `comment`: a comment on the rating. `message`: none of these.
 */
export type RatingReply =
  | { readonly kind: 'rated'; readonly rating: Rating }
  | { readonly kind: 'again' | 'thanked' | 'unread' | 'comment' | 'message' }

/** The command of a message that replies to the question. */
export interface Rate {
  readonly kind: 'rate'
  readonly reply: RatingReply
  readonly messageId: string
  /** the contact edited the last reply, which was not understood */
  readonly edited?: true
}

const MINUTE_MS = 60_000
/** A longer text is about more than the question. */
const MAX_RATING_LENGTH = 160
/** Maximum of comments, so that the ticket's stream is bounded; further comments are ordinary messages. */
const MOST_COMMENTS = 10
/**
 * Words for a rating besides its digit: the number as a word, and the question's names of ratings, in all
 * languages.
 */
const WORDS: Readonly<Record<Rating, readonly string[]>> = {
  1: ['um', 'one', 'uno', 'insatisfeito', 'insatisfeita', 'unsatisfied', 'insatisfecho', 'insatisfecha'],
  2: ['dois', 'two', 'dos', 'satisfeito', 'satisfeita', 'satisfied', 'satisfecho', 'satisfecha'],
  3: [
    ...['tres', 'three', 'muito satisfeito', 'muito satisfeita'],
    ...['very satisfied', 'muy satisfecho', 'muy satisfecha'],
  ],
}
const RATINGS = [1, 2, 3] as const satisfies readonly Rating[]

/** The rating in a text, or null. Numbers are parsed as in every menu. */
export const ratingOf = (text: string): Rating | null => {
  const said = answerOf(text)
  const word = said.text.replace(/[.!]{1,9}$/, '')
  return RATINGS.find((rating) => said.number === rating || WORDS[rating].includes(word)) ?? null
}

const message: RatingReply = { kind: 'message' }
/** Milliseconds in which nobody can read a question and answer. */
const READING_MS = 3000
/** Tolerance in ms: WhatsApp gives times in whole seconds, by its own clock. */
const EARLIEST_MS = 5000

/** Words of menus by which a contact asks for the menu or for a person. */
const GOES_ON: readonly string[] = [...START_WORDS, ...Object.values(PERSON_WORDS).flat()]
const isContinuing = (text: string): boolean => isWord(answerOf(text.replace(/[.!\s]{1,9}$/, '')), GOES_ON)

/**
 * True for a sticker, and for a text that asks nothing. Words that ask for the menu or for a person need an answer.
 */
const needsNobody = ({ kind, text }: RatingMessage): boolean =>
  kind === 'sticker' || (kind === 'conversation' && !/[?？]/u.test(text) && !isContinuing(text))

/** The meaning of a contact's message for the rating question. */
export const ratingReply = (question: RatingQuestion, said: RatingMessage): RatingReply => {
  if (question.stage === 'none') return message
  const passed = Date.parse(said.at) - Date.parse(question.at)
  // a message written before the question that arrived late
  if (passed < -EARLIEST_MS) return message
  if (question.stage === 'rated') {
    const isComment =
      passed < RATING_COMMENT_MINUTES * MINUTE_MS && question.comments < MOST_COMMENTS && needsNobody(said)
    return isComment ? { kind: 'comment' } : message
  }
  const rating = said.kind === 'conversation' ? ratingOf(said.text) : null
  if (rating !== null) return passed < RATING_DAYS * 1440 * MINUTE_MS ? { kind: 'rated', rating } : message
  const isAnswer =
    passed < RATING_ANSWER_MINUTES * MINUTE_MS && said.text.length <= MAX_RATING_LENGTH && needsNobody(said)
  if (!isAnswer) return message
  if (question.stage === 'asked') return { kind: 'again' }
  const { againAt } = question
  const isUnread = againAt !== null && Date.parse(said.at) - Date.parse(againAt) < READING_MS
  return { kind: isUnread ? 'unread' : 'thanked' }
}

/** Whether the rating question of the ticket is open for the contact's reply. */
export const asksForRating = ({ status, deleted, ratingAsked }: TicketState): boolean =>
  status === 'closed' && !deleted && ratingAsked

/** Whether the message is the contact's last reply, and the reply was no rating. Then an edit of the reply may be one. */
export const isUnclearReply = (state: TicketState, messageId: string): boolean =>
  asksForRating(state) && state.rating === null && state.ratingReplies.at(-1) === messageId

/** Records a reply, if the rating question is still in the state that the reply assumes. */
export const rateTicket = (
  state: TicketState,
  { reply, messageId, edited }: Rate,
): readonly TicketEvent[] => {
  const { ticketId, contactId, userId, queueId, rating, ratedBy, ratingAgain, ratingReplies } = state
  const common = { ticketId, contactId, messageId }
  const isKnown = ratingReplies.includes(messageId)
  if (!asksForRating(state) || (edited ? !isUnclearReply(state, messageId) : isKnown)) return []
  if (reply.kind === 'comment')
    return ratedBy === null ? [] : [{ type: 'ticket.rating-commented.v1', data: { ...common, ratedBy } }]
  if (rating !== null) return []
  if (reply.kind === 'rated')
    return [{ type: 'ticket.rated.v1', data: { ...common, userId, queueId, rating: reply.rating } }]
  if (reply.kind === 'message' || ratingAgain !== (reply.kind !== 'again')) return []
  const over = reply.kind === 'thanked' || (reply.kind === 'unread' && ratingReplies.length >= MOST_COMMENTS)
  const unread = reply.kind === 'unread' && !over
  return [{ type: 'ticket.rating-unclear.v1', data: { ...common, over, ...(unread && { unread }) } }]
}
