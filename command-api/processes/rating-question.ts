import type { ReportOf } from '@guiche/contracts/bus/reports.js'
import type { DomainError } from '@guiche/contracts/errors.js'
import { ok, type Result } from '@guiche/contracts/result.js'
import { streams } from '@guiche/contracts/streams.js'
import { derivedUuid } from '@guiche/infra/ids.js'
import type { Kernel, Meta } from '../kernel/kernel.js'
import { followUp } from '../kernel/meta.js'
import { Refused } from '../kernel/refused.js'
import { messageDecider } from '../message/decide.js'
import { requestedId } from '../message/request.js'
import type { MessageState } from '../message/state.js'
import { ticketDecider } from '../ticket/decide.js'
import {
  asksForRating,
  isUnclearReply,
  type RatingQuestion,
  type RatingReply,
  ratingReply,
} from '../ticket/rating.js'
import type { TicketState } from '../ticket/state.js'

type Message = Pick<ReportOf<'message'>, 'fromMe' | 'imported' | 'type' | 'body' | 'sentAt'>

/** The command that tells the contact something after a close: the goodbye, or the question how it was. */
export const completionId = (ticketId: number, closePosition: string): string =>
  derivedUuid('completion', String(ticketId), closePosition)

/** The question how a conversation was, once its ticket is closed. */
const questionOf = async (kernel: Kernel, ticket: TicketState): Promise<RatingQuestion> => {
  const { ticketId, closePosition, ratedAt, ratingAgain, ratingAgainAt: againAt, ratingReplies } = ticket
  if (!asksForRating(ticket) || closePosition === null) return { stage: 'none' }
  if (ratedAt !== null) {
    const comments = ratingReplies.length - (ratingAgain ? 2 : 1)
    return { stage: 'rated', at: ratedAt, comments }
  }
  const asking = { commandId: completionId(ticketId, closePosition) }
  const { messageId } = await requestedId(kernel, ticket, asking, 0)
  const { sentAt } = (await kernel.load(messageDecider, streams.message(messageId))).state
  if (sentAt === null) return { stage: 'none' }
  return ratingAgain ? { stage: 'again', at: sentAt, againAt } : { stage: 'asked', at: sentAt }
}

/** Judges by the time of the message, so that a repeated message is the same reply. */
const replyOf = async (kernel: Kernel, ticket: TicketState, message: Message): Promise<RatingReply> => {
  const { fromMe, imported, type: kind, body: text, sentAt: at } = message
  if (fromMe || imported) return { kind: 'message' }
  return ratingReply(await questionOf(kernel, ticket), { kind, text, at })
}
/** Whether the message is a reply to the question of this ticket, or a comment on the rating. */
export const isRatingReply = async (
  kernel: Kernel,
  ticket: TicketState,
  message: Message,
): Promise<boolean> => (await replyOf(kernel, ticket, message)).kind !== 'message'

/** Records a message's answer to the rating question of its ticket. Gives whether the message was such an answer. */
export const takeRatingReply = async (
  kernel: Kernel,
  message: Message,
  { ticketId, messageId }: { readonly ticketId: number; readonly messageId: string },
  meta: Meta,
): Promise<Result<boolean, DomainError>> => {
  const stream = streams.ticket(ticketId)
  const { state } = await kernel.load(ticketDecider, stream)
  if (state.ratingReplies.includes(messageId)) return ok(true)
  const reply = await replyOf(kernel, state, message)
  if (reply.kind === 'message') return ok(false)
  const command = { kind: 'rate', reply, messageId } as const
  const done = await kernel.execute(ticketDecider, stream, command, followUp(meta, 'rate'))
  if (!done.ok) return done.error.code === 'ERR_NO_TICKET_FOUND' ? ok(false) : done
  return ok(done.value.state.ratingReplies.includes(messageId))
}

/** Takes the edit of a reply that was not understood as the rating, if the new text is one. Other edits change nothing. */
export const takeEditedReply = async (
  kernel: Kernel,
  { messageId, ticketId, contactId, kind, sentAt: at }: MessageState,
  text: string,
  meta: Meta,
): Promise<Result<unknown, DomainError>> => {
  const stream = streams.ticket(ticketId)
  const { state } = await kernel.load(ticketDecider, stream)
  if (at === null || !isUnclearReply(state, messageId)) return ok(null)
  const reply = ratingReply(await questionOf(kernel, state), { kind, text, at })
  if (reply.kind !== 'rated') return ok(null)
  const command = { kind: 'rate', reply, messageId, edited: true } as const
  const own: Meta = { ...followUp(meta, 'rate'), actor: { kind: 'contact', id: contactId } }
  const done = await kernel.execute(ticketDecider, stream, command, own)
  return done.ok || done.error.code === 'ERR_NO_TICKET_FOUND' ? ok(null) : done
}

/**
 * Ends the rating question after another message of ours: the contact's answer is about that message. Rejects with
 * `Refused`.
 */
export const endRatingQuestion = async (kernel: Kernel, ticket: TicketState, meta: Meta): Promise<void> => {
  const { ticketId, closePosition } = ticket
  if (!asksForRating(ticket) || closePosition === null) return
  const command = { kind: 'settle-close', position: closePosition } as const
  const done = await kernel.execute(ticketDecider, streams.ticket(ticketId), command, meta)
  if (!done.ok && done.error.code !== 'ERR_NO_TICKET_FOUND') throw new Refused(done.error.code)
}
