import { type DomainError, domainError } from '@guiche/contracts/errors.js'
import type { MessageEvent } from '@guiche/contracts/events/message.js'
import { isEmptyText } from '@guiche/contracts/message/signature.js'
import { isTooLate } from '@guiche/contracts/message/too-late.js'
import { pick, sameIn } from '@guiche/contracts/pick.js'
import { err, ok, type Result } from '@guiche/contracts/result.js'
import { voiceNoteIdOf } from '@guiche/infra/ids.js'
import type { Decider } from '../kernel/kernel.js'
import type { MessageCommand } from './commands.js'
import { reactorIn } from './reactor.js'
import { evolve, type MessageFact, type MessageState, noMessage, SENT_ACK } from './state.js'
import { isWriter } from './writer.js'

type Decision = Result<readonly MessageEvent[], DomainError>
type CommandOf<K extends MessageCommand['kind']> = Extract<MessageCommand, { kind: K }>

/** Least acknowledgement of a delivered message, which can no longer fail. */
const DELIVERED_ACK = 3
/** Senders under one id beyond this are not kept. */
const PARKED_LIMIT = 20

const nothing: Decision = ok([])

const idsOf = (state: MessageState) => pick(state, 'messageId', 'ticketId', 'contactId', 'connectionId')

/** The ids of an event about the outcome of a planned message. */
const outcomeIdsOf = (state: MessageState) => ({
  ...idsOf(state),
  ...(state.scheduleId !== null && { scheduleId: state.scheduleId }),
})

/**
 * The company changes its own messages, the contact the contact's messages. Inside a group only the member who wrote a
 * message changes it.
 */
const isOwnedBy = (state: MessageState, { by, author }: CommandOf<'edited' | 'revoked'>): boolean =>
  state.fromMe === (by === 'us') && (state.fromMe || isWriter(state, author))

/** Whether the message is deleted, or its deletion is pending. */
const isMessageGone = (state: MessageState): boolean => state.deleted || state.pendingRevoke !== null

const PICTOGRAPH = /\p{Extended_Pictographic}|\p{Regional_Indicator}|\u20e3/u
const graphemes = new Intl.Segmenter()

/** Whether a text is one emoji: one grapheme, of any number of code units. */
const isEmoji = (text: string): boolean => PICTOGRAPH.test(text) && [...graphemes.segment(text)].length === 1

/** The text of a message as clients show it: with an edit that is under way. */
export const textShown = ({ pendingEdit, body }: MessageState): string => pendingEdit?.body ?? body

const requestEdit = (
  state: MessageState,
  { body, userId, shown }: CommandOf<'request-edit'>,
  time: string,
): Decision => {
  if (!state.fromMe) return err(domainError('ERR_NOT_OWN_MESSAGE'))
  if (isMessageGone(state)) return err(domainError('ERR_MESSAGE_DELETED'))
  if (isEmptyText(body)) return err(domainError('ERR_MESSAGE_EMPTY'))
  if (state.kind !== 'conversation' || state.failed !== null) return err(domainError('ERR_EDITING_WAPP_MSG'))
  const text = textShown(state)
  if (body === text) return nothing
  if (shown !== null && shown !== text) return err(domainError('ERR_MESSAGE_CHANGED', { body: text }))
  const late = isTooLate('edit', state.sentAt, Date.parse(time))
  if (late !== null) return err(domainError(late))
  return ok([{ type: 'message.edit-requested.v1', data: { ...idsOf(state), body, userId } }])
}

const requestRevoke = (
  state: MessageState,
  { userId }: CommandOf<'request-revoke'>,
  time: string,
): Decision => {
  if (!state.fromMe) return err(domainError('ERR_NOT_OWN_MESSAGE'))
  if (isMessageGone(state)) return nothing
  if (state.failed !== null) return err(domainError('ERR_DELETE_WAPP_MSG'))
  const late = isTooLate('revoke', state.sentAt, Date.parse(time))
  if (late !== null) return err(domainError(late))
  return ok([{ type: 'message.revoke-requested.v1', data: { ...idsOf(state), userId } }])
}

const requestReaction = (state: MessageState, { emoji, userId }: CommandOf<'request-reaction'>): Decision => {
  if (emoji !== '' && !isEmoji(emoji)) return err(domainError('ERR_VALIDATION', { field: 'type' }))
  if (isMessageGone(state)) return err(domainError('ERR_MESSAGE_DELETED'))
  if (state.failed !== null) return err(domainError('ERR_REACTING_WAPP_MSG'))
  if (emoji === (state.pendingReaction?.emoji ?? state.reactions.us)) return nothing
  return ok([{ type: 'message.reaction-requested.v1', data: { ...idsOf(state), emoji, userId } }])
}

const failMessage = (state: MessageState, { what, code, body }: CommandOf<'fail'>): Decision => {
  const data = { ...idsOf(state), code }
  const unsent = { ...outcomeIdsOf(state), code }
  /** Whether the failed change is still pending: a later change may have been requested since. */
  const isPending = (pending: string | undefined) => pending !== undefined && pending === (body ?? pending)
  switch (what) {
    case 'send':
      return state.requested && state.failed === null && state.ack < DELIVERED_ACK
        ? ok([{ type: 'message.failed.v1', data: unsent }])
        : nothing
    case 'media':
      return state.mediaState === 'pending' ? ok([{ type: 'message.media-failed.v1', data }]) : nothing
    case 'edit':
      return isPending(state.pendingEdit?.body) ? ok([{ type: 'message.edit-failed.v1', data }]) : nothing
    case 'revoke':
      return state.pendingRevoke === null ? nothing : ok([{ type: 'message.revoke-failed.v1', data }])
    case 'reaction':
      return isPending(state.pendingReaction?.emoji)
        ? ok([{ type: 'message.reaction-failed.v1', data }])
        : nothing
  }
}

const retryMessage = (state: MessageState, { userId }: CommandOf<'retry'>): Decision => {
  if (isMessageGone(state)) return err(domainError('ERR_MESSAGE_DELETED'))
  const data = { ...idsOf(state), userId }
  if (state.failed !== null) return ok([{ type: 'message.retried.v1', data }])
  if (state.mediaState === 'failed') return ok([{ type: 'message.media-retried.v1', data }])
  return nothing
}

const editMessage = (state: MessageState, command: CommandOf<'edited'>): Decision => {
  const { body, by, unreadable } = command
  if (!isOwnedBy(state, command) || state.deleted) return nothing
  if (unreadable) {
    if (state.editUnreadable) return nothing
    const data = { ...idsOf(state), body: state.body, by, userId: null, unreadable }
    return ok([{ type: 'message.edited.v1', data }])
  }
  const mine = by === 'us' && state.pendingEdit?.body === body
  if (body === state.body && !mine && !state.editUnreadable) return nothing
  const userId = mine ? (state.pendingEdit?.userId ?? null) : null
  return ok([{ type: 'message.edited.v1', data: { ...idsOf(state), body, by, userId } }])
}

const revokeMessage = (state: MessageState, command: CommandOf<'revoked'>): Decision => {
  const { by, byAdmin = false } = command
  if (!(byAdmin || isOwnedBy(state, command)) || state.deleted) return nothing
  const userId = by === 'us' ? (state.pendingRevoke?.userId ?? null) : null
  return ok([{ type: 'message.revoked.v1', data: { ...outcomeIdsOf(state), by, userId } }])
}

/** Keeps one emoji reaction per person: per member of a group, else per side. */
const reactToMessage = (
  state: MessageState,
  { emoji, by, reactor: names }: CommandOf<'reacted'>,
): Decision => {
  if (names !== undefined) {
    const reactor = reactorIn(state, names)
    const before = state.reactions.members.find(({ id }) => id === reactor.id)?.emoji ?? ''
    if (state.deleted || before === emoji) return nothing
    return ok([{ type: 'message.reacted.v1', data: { ...idsOf(state), emoji, by, userId: null, reactor } }])
  }
  const mine = by === 'us' && state.pendingReaction?.emoji === emoji
  if (state.deleted || (state.reactions[by] === emoji && !mine)) return nothing
  const userId = mine ? (state.pendingReaction?.userId ?? null) : null
  return ok([{ type: 'message.reacted.v1', data: { ...idsOf(state), emoji, by, userId } }])
}

const recoverMessage = (state: MessageState, { data }: CommandOf<'receive'>): Decision => {
  if (state.kind !== 'unreadable' || data.kind === 'unreadable' || state.deleted) return nothing
  const { waId, kind, body, media, quotedId, forwarded, details, mediaPending } = data
  // the writer may have edited the message meanwhile: an edited text wins
  const words = state.body || body
  const content = { waId, kind, body: words, media, quotedId, forwarded, mediaPending }
  return ok([
    {
      type: 'message.recovered.v1',
      data: { ...idsOf(state), ...content, ...(details !== undefined && { details }) },
    },
  ])
}

const MEDIA_MEASURES = ['seconds', 'width', 'height', 'waveform', 'pages'] as const

/**
 * Stores a message's file: an arrived file, the voice note converted from a recording, or new facts about a stored
 * file.
 */
const storeMedia = (state: MessageState, { media }: CommandOf<'store-media'>): Decision => {
  const { media: known, mediaState } = state
  const isMore = known?.blobId === media.blobId && !sameIn(known, media, ...MEDIA_MEASURES)
  const isVoiceNote = state.requested && known?.voice === true && media.blobId === voiceNoteIdOf(known.blobId)
  if (mediaState === 'none' || (mediaState === 'stored' && !isMore && !isVoiceNote)) return nothing
  return ok([{ type: 'message.media-stored.v1', data: { ...idsOf(state), media } }])
}

const ofExisting = (state: MessageState, command: MessageCommand, time: string): Decision => {
  switch (command.kind) {
    case 'receive':
      return recoverMessage(state, command)
    case 'request':
      return nothing
    case 'sent':
      return state.fromMe && (state.ack < SENT_ACK || state.failed !== null)
        ? ok([{ type: 'message.sent.v1', data: outcomeIdsOf(state) }])
        : nothing
    case 'acknowledge':
      return command.ack > state.ack
        ? ok([{ type: 'message.acknowledged.v1', data: { ...outcomeIdsOf(state), ack: command.ack } }])
        : nothing
    case 'fail':
      return failMessage(state, command)
    case 'retry':
      return retryMessage(state, command)
    case 'store-media':
      return storeMedia(state, command)
    case 'request-edit':
      return requestEdit(state, command, time)
    case 'edited':
      return editMessage(state, command)
    case 'request-revoke':
      return requestRevoke(state, command, time)
    case 'revoked':
      return revokeMessage(state, command)
    case 'request-reaction':
      return requestReaction(state, command)
    case 'reacted':
      return reactToMessage(state, command)
    case 'park': {
      const { remoteJid, body } = command
      if (remoteJid === state.jid || state.parked.includes(remoteJid)) return nothing
      if (state.parked.length >= PARKED_LIMIT) return nothing
      return ok([{ type: 'message.conflict-parked.v1', data: { ...idsOf(state), remoteJid, body } }])
    }
  }
}

/**
 * Reports that come late, twice or out of order change nothing. Errors: ERR_NO_MESSAGE_FOUND, ERR_MESSAGE_EMPTY,
 * ERR_NOT_OWN_MESSAGE, ERR_MESSAGE_DELETED. ERR_VALIDATION: a reaction that is no emoji. ERR_EDITING_WAPP_MSG,
 * ERR_DELETE_WAPP_MSG, ERR_REACTING_WAPP_MSG: WhatsApp cannot do this to the message. ERR_WAPP_EDIT_TOO_LATE,
 * ERR_WAPP_DELETE_TOO_LATE: phones would ignore the change.
 */
const decide = (state: MessageState, command: MessageCommand, time: string): Decision => {
  if (state.exists) return ofExisting(state, command, time)
  if (command.kind === 'receive') return ok([{ type: 'message.received.v1', data: command.data }])
  if (command.kind !== 'request') return err(domainError('ERR_NO_MESSAGE_FOUND'))
  const { body, media } = command.data
  if (isEmptyText(body) && media === null) return err(domainError('ERR_MESSAGE_EMPTY'))
  return ok([{ type: 'message.requested.v1', data: command.data }])
}

export const messageDecider: Decider<MessageState, MessageCommand, MessageFact> = {
  initial: noMessage,
  evolve,
  decide,
}
