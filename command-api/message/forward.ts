import { type DomainError, domainError } from '@guiche/contracts/errors.js'
import { isEmptyText, signText, withoutSignature } from '@guiche/contracts/message/signature.js'
import { err, ok, type Result } from '@guiche/contracts/result.js'
import { streams } from '@guiche/contracts/streams.js'
import { isForwardable } from '@guiche/contracts/ticket/forwarding.js'
import type { Caller } from '@guiche/contracts/users/permissions.js'
import { contactDecider } from '../contact/decide.js'
import { isErased } from '../contact/erased.js'
import type { AreaDeps } from '../deps.js'
import type { Handled, Meta } from '../kernel/kernel.js'
import { followUp } from '../kernel/meta.js'
import type { ActiveTickets } from '../ticket/active-tickets.js'
import { otherTicket } from '../ticket/conflict.js'
import { createOpenFor } from '../ticket/open-for.js'
import type { Chat, Chats } from './chats.js'
import { earlierRequest } from './request.js'
import { createCopies } from './request-copy.js'
import type { MessageState } from './state.js'
import { createWritable } from './writable.js'

export interface ForwardDeps
  extends Pick<
    AreaDeps,
    | 'kernel'
    | 'blobs'
    | 'records'
    | 'documents'
    | 'standings'
    | 'roomToSend'
    | 'vault'
    | 'clock'
    | 'exclusively'
    | 'commandIds'
    | 'sequences'
  > {
  readonly chats: Chats
  readonly activeTickets: ActiveTickets
}

interface Forwarding {
  readonly caller: Caller
  /** a message of a ticket that the caller may open */
  readonly message: MessageState
  readonly contactId: number
  /** whether the caller's name is put above the text */
  readonly sign: boolean
}

/**
 * Forwards a message to a contact, into the caller's conversation with the contact on the same connection. Without one
 * a ticket is opened in the same queue. A waiting ticket is accepted; one without queue goes into the same queue.
 * Idempotent. Errors: ERR_MESSAGE_DELETED, ERR_MESSAGE_NOT_FORWARDED (a kind or file that cannot be sent from here),
 * ERR_TICKET_WITHOUT_CONNECTION, ERR_NO_CONTACT_FOUND, ERR_CONTACT_ERASED, ERR_CONTACT_BLOCKED, ERR_OTHER_OPEN_TICKET
 * (another agent has the contact, or the caller may not accept the waiting ticket), and those of tickets and of
 * sending.
 */
export const createForward = (deps: ForwardDeps) => {
  const { kernel, chats, records } = deps
  const copies = createCopies(deps)
  const openFor = createOpenFor(deps)
  const { writeRefusal } = createWritable(deps)

  /** The ticket of the caller and this contact on the connection. */
  const ticketFor = async (
    caller: Caller,
    { queueId, connectionId }: Chat['ticket'],
    contact: { readonly contactId: number; readonly isGroup: boolean },
    meta: Meta,
  ): Promise<Result<number, DomainError>> => {
    const { contactId, isGroup } = contact
    const to = { status: 'open', userId: caller.userId, queueId, connectionId } as const
    const wanted = { contactId, isGroup, imported: false, to }
    const done = await openFor(wanted, { onActive: { take: caller }, onFull: 'refuse' }, meta)
    if (done.ok) return ok(done.value.state.ticketId)
    return err('taken' in done.error ? await otherTicket(records, caller, done.error.taken) : done.error)
  }

  /** The conversation with the data that sending needs. */
  const chatWith = async (...args: Parameters<typeof ticketFor>): Promise<Result<Chat, DomainError>> => {
    const ticketId = await ticketFor(...args)
    if (!ticketId.ok) return ticketId
    const chat = await chats.of(ticketId.value)
    return chat === null ? err(domainError('ERR_NO_TICKET_FOUND')) : ok(chat)
  }

  return async (
    { caller, message, contactId, sign }: Forwarding,
    meta: Meta,
  ): Promise<Result<Handled<MessageState>, DomainError>> => {
    const { companyId, userId } = caller
    const from = await chats.of(message.ticketId)
    if (from === null) return err(domainError('ERR_NO_TICKET_FOUND'))
    const before = await earlierRequest(kernel, from.ticket, meta)
    if (!before.ok) return before
    if (before.value !== null) return ok(before.value)
    if (message.deleted || message.pendingRevoke !== null) return err(domainError('ERR_MESSAGE_DELETED'))
    if (!isForwardable(message)) return err(domainError('ERR_MESSAGE_NOT_FORWARDED'))
    if (!from.hasConnection) return err(domainError('ERR_TICKET_WITHOUT_CONNECTION'))
    const contact = await records.contact(companyId, contactId)
    if (contact === null) return err(domainError('ERR_NO_CONTACT_FOUND'))
    if (await isErased(kernel, contact.contactId)) return err(domainError('ERR_CONTACT_ERASED'))
    const { state } = await kernel.load(contactDecider, streams.contact(contact.contactId))
    if (state.blockedOn.includes(from.ticket.connectionId)) return err(domainError('ERR_CONTACT_BLOCKED'))

    const { kind, details } = message
    const isCard = kind === 'locationMessage' || kind === 'contactMessage'
    const text = message.fromMe ? withoutSignature(message.body) : message.body
    const name = sign && text !== '' && !isCard ? (await records.user(companyId, userId))?.name : null
    const body = signText(text, name ?? null)
    if (message.media === null && isEmptyText(body)) return err(domainError('ERR_MESSAGE_EMPTY'))
    // a refused message is refused here, before a ticket is opened for it
    const copy = await copies.of(message.media, companyId)
    if (!copy.ok) return copy
    const media = copy.value
    const opened = await chatWith(caller, from.ticket, contact, followUp(meta, 'ticket'))
    if (!opened.ok) {
      if (media !== null) await deps.blobs.remove(media.blobId)
      return opened
    }
    return copies.request(
      opened.value,
      {
        ...{ kind, media, quotedId: null, source: 'user', userId },
        // a forwarded live location becomes a fixed place
        ...(details?.of === 'place' && { details: { ...details, live: false } }),
        body,
        forwarded: !message.fromMe,
        forwarding: true,
      },
      meta,
      0,
      () => writeRefusal(caller, opened.value.ticket.ticketId),
    )
  }
}
