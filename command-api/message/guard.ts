import { domainError } from '@guiche/contracts/errors.js'
import { mayOpenTicket } from '@guiche/contracts/permissions.js'
import { err, ok } from '@guiche/contracts/result.js'
import { streams } from '@guiche/contracts/streams.js'
import type { Guard } from '@guiche/infra/http/route.js'
import type { Kernel } from '../kernel/kernel.js'
import type { Chats } from './chats.js'
import { messageDecider } from './decide.js'
import type { MessageState } from './state.js'

/** A message `:id` of a ticket that the caller may open. */
export const messageGuard =
  (kernel: Kernel, chats: Chats): Guard<MessageState> =>
  async (caller, { id }) => {
    const { state } = await kernel.load(messageDecider, streams.message(String(id)))
    if (!state.exists || state.companyId !== caller.companyId) return err(domainError('ERR_NO_MESSAGE_FOUND'))
    const chat = await chats.of(state.ticketId, true)
    if (chat === null) return err(domainError('ERR_NO_TICKET_FOUND'))
    return mayOpenTicket(caller, chat.ticket) ? ok(state) : err(domainError('ERR_NO_PERMISSION'))
  }
