import { domainError } from '@guiche/contracts/errors.js'
import { err, ok } from '@guiche/contracts/result.js'
import { streams } from '@guiche/contracts/streams.js'
import { mayOpenTicket } from '@guiche/contracts/users/permissions.js'
import type { Guard } from '@guiche/infra/http/route.js'
import type { Handled, Kernel } from '../kernel/kernel.js'
import { metaOf } from '../kernel/meta.js'
import type { Chats } from './chats.js'
import { messageDecider } from './decide.js'
import type { MessageState } from './state.js'

export interface FoundMessage {
  readonly message: MessageState
  /** the command's first answer, for a repetition; its caller may have lost access to the message since */
  readonly before: Handled<MessageState> | null
}

/** A message `:id` of a ticket that the caller may open, or that the same command has changed before. */
export const messageGuard =
  (kernel: Kernel, chats: Chats): Guard<FoundMessage> =>
  async (caller, { id }, call) => {
    const stream = streams.message(String(id))
    const { state } = await kernel.load(messageDecider, stream)
    if (!state.exists || state.companyId !== caller.companyId) return err(domainError('ERR_NO_MESSAGE_FOUND'))
    const before =
      call.idempotencyKey === null ? ok(null) : await kernel.earlier(messageDecider, stream, metaOf(call))
    if (!before.ok) return before
    if (before.value !== null) return ok({ message: state, before: before.value })
    const chat = await chats.of(state.ticketId)
    if (chat === null) return err(domainError('ERR_NO_TICKET_FOUND'))
    return mayOpenTicket(caller, chat.ticket)
      ? ok({ message: state, before: null })
      : err(domainError('ERR_NO_PERMISSION'))
  }
