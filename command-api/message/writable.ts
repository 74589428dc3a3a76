import { type DomainError, domainError } from '@guiche/contracts/errors.js'
import { type Caller, mayOpenTicket } from '@guiche/contracts/permissions.js'
import { err, ok, type Result } from '@guiche/contracts/result.js'
import { type Chat, type Chats, isAddressOf, isBlocked } from './chats.js'
import type { MessageState } from './state.js'

const refusal = (caller: Caller, chat: Chat | null): DomainError | null => {
  if (chat === null || chat.ticket.companyId !== caller.companyId) return domainError('ERR_NO_TICKET_FOUND')
  if (!mayOpenTicket(caller, chat.ticket)) return domainError('ERR_NO_PERMISSION')
  if (chat.ticket.status !== 'open') return domainError('ERR_TICKET_NOT_OPEN')
  if (!chat.hasConnection) return domainError('ERR_TICKET_WITHOUT_CONNECTION')
  if (isBlocked(chat)) return domainError('ERR_CONTACT_BLOCKED')
  return chat.contact.erasing ? domainError('ERR_CONTACT_ERASED') : null
}

/** Whether a message would still go where its chat is. It goes as it was asked for: to its address, by its connection. */
const stillGoesTo = ({ ticket, contact }: Chat, { jid, connectionId }: MessageState): boolean =>
  connectionId === ticket.connectionId && isAddressOf(contact, jid)

/** Who may write where. Each question is answered from the streams as they are now. */
export const createWritable = (chats: Pick<Chats, 'of'>) => {
  /** The chat that a caller may write into. */
  const writable = async (caller: Caller, ticketId: number): Promise<Result<Chat, DomainError>> => {
    const chat = await chats.of(ticketId)
    const refused = refusal(caller, chat)
    return chat === null || refused !== null ? err(refused ?? domainError('ERR_NO_TICKET_FOUND')) : ok(chat)
  }

  /** Why a caller may not write into a ticket any more, or null: to be asked at the append. */
  const writeRefusal = async (caller: Caller, ticketId: number): Promise<DomainError | null> =>
    refusal(caller, await chats.of(ticketId))

  /** Why a caller may not change a message of a ticket, or null. */
  const changeRefusal = async (
    caller: Caller,
    { ticketId }: Pick<MessageState, 'ticketId'>,
  ): Promise<DomainError | null> => {
    const chat = await chats.of(ticketId)
    if (chat === null || chat.ticket.companyId !== caller.companyId) return domainError('ERR_NO_TICKET_FOUND')
    return mayOpenTicket(caller, chat.ticket) ? null : domainError('ERR_NO_PERMISSION')
  }

  /** Why a caller may not have a failed message sent once more, or null. A file is fetched once more for all who see it. */
  const retryRefusal = async (caller: Caller, message: MessageState): Promise<DomainError | null> => {
    if (message.failed === null) return null
    const chat = await writable(caller, message.ticketId)
    if (!chat.ok) return chat.error
    return stillGoesTo(chat.value, message) ? null : domainError('ERR_MESSAGE_NOT_RETRIED')
  }

  return { writable, writeRefusal, changeRefusal, retryRefusal }
}
