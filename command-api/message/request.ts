import { hash } from 'node:crypto'
import { type DomainError, domainError } from '@guiche/contracts/errors.js'
import type { Media, MessageDetails, MessageSource } from '@guiche/contracts/events/message.js'
import { err, ok, type Result } from '@guiche/contracts/result.js'
import { streams } from '@guiche/contracts/streams.js'
import { messageIdOf } from '@guiche/infra/ids.js'
import type { Standings } from '@guiche/infra/subscription/standings.js'
import { isErased, tellErased } from '../contact/erased.js'
import type { Handled, Kernel, Meta } from '../kernel/kernel.js'
import { followUp } from '../kernel/meta.js'
import { type Chat, isBlocked } from './chats.js'
import type { RequestedData } from './commands.js'
import { messageDecider } from './decide.js'
import type { RoomToSend } from './room-to-send.js'
import type { MessageState } from './state.js'

/** Dependencies of a request for a message. */
export interface RequestDeps {
  readonly kernel: Kernel
  readonly roomToSend: RoomToSend
  /** a blocked company sends nothing, whatever the source */
  readonly standings: Pick<Standings, 'refusal'>
}

/** The content of one message. */
export interface Content {
  readonly body: string
  readonly kind: RequestedData['kind']
  readonly media: Media | null
  readonly quotedId: string | null
  readonly source: MessageSource
  readonly userId: number | null
  /** the planned message that it is */
  readonly scheduleId?: number
  /** the quick reply from which the message was made */
  readonly quickmessageId?: number
  /** shown as forwarded; false unless given */
  readonly forwarded?: boolean
  /** a message of another conversation, which its sender forwards into this one */
  readonly forwarding?: true
  readonly details?: MessageDetails
}

/** The WhatsApp id of a command's message: the same for a repetition, in the form of web clients. */
const waIdFor = (meta: Pick<Meta, 'commandId'>, index: number): string =>
  `3EB0${hash('sha256', JSON.stringify(['wa-id', meta.commandId, index]), 'hex')
    .slice(0, 18)
    .toUpperCase()}`

/**
 * The ids of the `index`th message of a command. A repetition finds the message even if the ticket has changed its
 * connection since. Rejects as kernel.load.
 */
export const requestedId = async (
  kernel: Pick<Kernel, 'load'>,
  { formerConnectionIds, connectionId }: Pick<Chat['ticket'], 'formerConnectionIds' | 'connectionId'>,
  meta: Pick<Meta, 'commandId'>,
  index: number,
): Promise<{ readonly messageId: string; readonly connectionId: number; readonly waId: string }> => {
  const waId = waIdFor(meta, index)
  const on = (id: number) => ({ messageId: messageIdOf(id, true, waId), connectionId: id, waId })
  for (const former of formerConnectionIds.map(on)) {
    const { state } = await kernel.load(messageDecider, streams.message(former.messageId))
    if (state.exists) return former
  }
  return on(connectionId)
}

/** The meta of the `index`th message of a command. */
const partOf = (meta: Meta, index: number): Meta => (index === 0 ? meta : followUp(meta, index))

/**
 * The first answer for the `index`th message of a repeated command, or null. A repetition ignores later changes of the
 * ticket. Errors: ERR_IDEMPOTENCY_KEY_REUSED. Rejects as kernel.load.
 */
export const earlierRequest = async (
  kernel: Pick<Kernel, 'load' | 'earlier'>,
  ticket: Pick<Chat['ticket'], 'formerConnectionIds' | 'connectionId'>,
  meta: Meta,
  index = 0,
): Promise<Result<Handled<MessageState> | null, DomainError>> => {
  const { messageId } = await requestedId(kernel, ticket, meta, index)
  return kernel.earlier(messageDecider, streams.message(messageId), partOf(meta, index))
}

/** Why the sender may not write there by now, or null. */
export type Right = () => Promise<DomainError | null>
const allowAnybody: Right = async () => null

/**
 * Asks for the `index`th message of a command: one append, and the outbox does the rest. Repeating the command is
 * harmless. `right` is asked at the append. Errors: ERR_CONTACT_BLOCKED, ERR_MESSAGE_EMPTY, ERR_CONTACT_ERASED (nothing
 * of it stays), ERR_COMPANY_EXPIRED, ERR_COMPANY_BLOCKED, ERR_TOO_MANY_REQUESTS (`roomToSend`), ERR_UNAVAILABLE, those of
 * `right`.
 */
export const requestMessage = async (
  deps: RequestDeps,
  chat: Chat,
  content: Content,
  meta: Meta,
  index = 0,
  right: Right = allowAnybody,
): Promise<Result<Handled<MessageState>, DomainError>> => {
  const { kernel } = deps
  if (isBlocked(chat)) return err(domainError('ERR_CONTACT_BLOCKED'))
  const { ticketId, contactId } = chat.ticket
  const { messageId, connectionId, waId } = await requestedId(kernel, chat.ticket, meta, index)
  const data = {
    messageId,
    ticketId,
    contactId,
    connectionId,
    waId,
    kind: content.kind,
    body: content.body,
    media: content.media,
    quotedId: content.quotedId,
    forwarded: content.forwarded ?? false,
    to: chat.to,
    userId: content.userId,
    source: content.source,
    ...(content.details !== undefined && { details: content.details }),
    ...(content.forwarding && { forwarding: content.forwarding }),
    ...(content.scheduleId !== undefined && { scheduleId: content.scheduleId }),
    ...(content.quickmessageId !== undefined && { quickmessageId: content.quickmessageId }),
  }
  const stream = streams.message(messageId)
  const request = async () => {
    const refused =
      (await right()) ??
      (await deps.standings.refusal(meta.companyId)) ??
      (await deps.roomToSend(connectionId, content))
    return refused === null ? ok({ kind: 'request', data } as const) : err(refused)
  }
  const done = await kernel.execute(messageDecider, stream, request, partOf(meta, index), { fresh: true })
  if (!done.ok || !(await isErased(kernel, contactId))) return done
  const told = await tellErased(kernel, [{ messageId, ticketId, contactId, connectionId }], meta)
  if (!told.ok) return told
  await kernel.remove(stream)
  return err(domainError('ERR_CONTACT_ERASED'))
}
