import { type DomainError, domainError } from '@guiche/contracts/errors.js'
import { err, ok, type Result } from '@guiche/contracts/result.js'
import { type Caller, mayAttend, mayOpenTicket } from '@guiche/contracts/users/permissions.js'
import type { Records } from '@guiche/infra/records/records.js'
import { ofColleague } from '../ticket/conflict.js'
import { type Chat, type Chats, isAddressOf, isBlocked } from './chats.js'
import type { MessageState } from './state.js'

/** The error why nobody may write into a chat, or null. */
const chatRefusal = (chat: Chat): DomainError | null => {
  if (chat.ticket.status !== 'open') return domainError('ERR_TICKET_NOT_OPEN')
  if (!chat.hasConnection) return domainError('ERR_TICKET_WITHOUT_CONNECTION')
  if (isBlocked(chat)) return domainError('ERR_CONTACT_BLOCKED')
  return chat.contact.erasing ? domainError('ERR_CONTACT_ERASED') : null
}

/**
 * Whether a message's address and connection are still those of its chat. A message keeps the address and connection of
 * its request.
 */
const hasSameAddress = ({ ticket, contact }: Chat, { jid, connectionId }: MessageState): boolean =>
  connectionId === ticket.connectionId && isAddressOf(contact, jid)

/** Checks who may write where, from the current streams. */
export const createWritable = ({
  chats,
  records,
}: {
  readonly chats: Pick<Chats, 'of'>
  readonly records: Pick<Records, 'user'>
}) => {
  /** The chat of a ticket that the caller may open. */
  const openable = async (caller: Caller, ticketId: number): Promise<Result<Chat, DomainError>> => {
    const chat = await chats.of(ticketId)
    if (chat === null || chat.ticket.companyId !== caller.companyId) {
      return err(domainError('ERR_NO_TICKET_FOUND'))
    }
    return mayOpenTicket(caller, chat.ticket) ? ok(chat) : err(domainError('ERR_NO_PERMISSION'))
  }

  /** Like `openable`, but refuses a ticket that a colleague attends: the contact would see the caller's action. */
  const attendable = async (caller: Caller, ticketId: number): Promise<Result<Chat, DomainError>> => {
    const chat = await openable(caller, ticketId)
    if (!chat.ok || mayAttend(caller, chat.value.ticket)) return chat
    return err(await ofColleague(records, chat.value.ticket))
  }

  /** The chat that a caller may write into. */
  const writable = async (caller: Caller, ticketId: number): Promise<Result<Chat, DomainError>> => {
    const chat = await attendable(caller, ticketId)
    const refused = chat.ok ? chatRefusal(chat.value) : null
    return refused === null ? chat : err(refused)
  }

  const errorOf = (result: Result<Chat, DomainError>): DomainError | null => (result.ok ? null : result.error)

  /** The error if a caller may no longer write into a ticket, or null. Checked at the append. */
  const writeRefusal = async (caller: Caller, ticketId: number): Promise<DomainError | null> =>
    errorOf(await writable(caller, ticketId))

  /** The error if a caller may not change a message of a ticket, or null. */
  const changeRefusal = async (
    caller: Caller,
    { ticketId }: Pick<MessageState, 'ticketId'>,
  ): Promise<DomainError | null> => errorOf(await attendable(caller, ticketId))

  /**
   * The error if a caller may not send a failed message again, or null. Each user who may open the ticket may fetch a
   * received file again.
   */
  const retryRefusal = async (caller: Caller, message: MessageState): Promise<DomainError | null> => {
    if (message.failed === null) return errorOf(await openable(caller, message.ticketId))
    const chat = await writable(caller, message.ticketId)
    if (!chat.ok) return chat.error
    return hasSameAddress(chat.value, message) ? null : domainError('ERR_MESSAGE_NOT_RETRIED')
  }

  return { openable, writable, writeRefusal, changeRefusal, retryRefusal }
}
