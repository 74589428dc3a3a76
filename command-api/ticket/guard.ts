import { domainError } from '@guiche/contracts/errors.js'
import { err, ok } from '@guiche/contracts/result.js'
import { mayOpenTicket } from '@guiche/contracts/users/permissions.js'
import type { Guard } from '@guiche/infra/http/route.js'
import type { Chat, Chats } from '../message/chats.js'

/** The guard of `on: 'ticket'`: the ticket's contact and connection, if the caller may open the ticket. */
export const ticketGuard =
  (chats: Chats): Guard<Chat> =>
  async (caller, params) => {
    const chat = await chats.of(Number(params.ticketId ?? params.id))
    if (chat === null || chat.ticket.companyId !== caller.companyId) {
      return err(domainError('ERR_NO_TICKET_FOUND'))
    }
    return mayOpenTicket(caller, chat.ticket) ? ok(chat) : err(domainError('ERR_NO_PERMISSION'))
  }
