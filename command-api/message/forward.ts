import { type DomainError, domainError } from '@guiche/contracts/errors.js'
import { isForwardable } from '@guiche/contracts/forwarding.js'
import type { Caller } from '@guiche/contracts/permissions.js'
import { err, ok, type Result } from '@guiche/contracts/result.js'
import { streams } from '@guiche/contracts/streams.js'
import { newUuid } from '@guiche/infra/ids.js'
import { contactDecider } from '../contact/decide.js'
import { isErased } from '../contact/erased.js'
import type { AreaDeps } from '../deps.js'
import type { Handled, Meta } from '../kernel/kernel.js'
import { followUp } from '../kernel/meta.js'
import type { ActiveTickets, TicketResult } from '../ticket/active-tickets.js'
import { createCapacity, takerOf } from '../ticket/capacity.js'
import type { TicketCommand } from '../ticket/commands.js'
import { otherTicket } from '../ticket/conflict.js'
import { isActive } from '../ticket/state.js'
import type { Chat, Chats } from './chats.js'
import { isEmptyText } from './decide.js'
import { requestedBefore } from './request.js'
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
    | 'config'
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
  /** whether the caller's name stands above the text */
  readonly sign: boolean
}

/** The name that an agent's client put above his text. */
const SIGNATURE = /^\*[^*\n]{1,100}:\*\n/

/**
 * Forwards a message to a contact, into the conversation that the caller has with him on the same connection. Where
 * there is none, one is opened in the same queue; one that waits is accepted, one without a queue into the same queue.
 * Repeating the command is harmless.
 * Errors: ERR_MESSAGE_DELETED, ERR_MESSAGE_NOT_FORWARDED (a kind or a file that cannot be sent from here),
 * ERR_TICKET_WITHOUT_CONNECTION, ERR_NO_CONTACT_FOUND, ERR_CONTACT_ERASED, ERR_CONTACT_BLOCKED, ERR_OTHER_OPEN_TICKET
 * (somebody else attends to the contact, or it waits where the caller may not accept it), and those of tickets and of sending.
 */
export const createForward = (deps: ForwardDeps) => {
  const { kernel, chats, records, activeTickets, commandIds, sequences } = deps
  const copies = createCopies(deps)
  const withinCapacity = createCapacity(deps)
  const { writeRefusal } = createWritable(deps)

  /** The ticket of the caller and this contact on the connection. */
  const ticketFor = async (
    caller: Caller,
    { queueId, connectionId }: Chat['ticket'],
    contact: { readonly contactId: number; readonly isGroup: boolean },
    meta: Meta,
  ): Promise<Result<number, DomainError>> => {
    const { companyId, userId } = caller
    const idOf = async (ticketId: number, done: TicketResult): Promise<Result<number, DomainError>> => {
      if (done.ok) return ok(ticketId)
      return err('taken' in done.error ? await otherTicket(records, caller, done.error.taken) : done.error)
    }
    const held = await activeTickets.holder({ companyId, contactId: contact.contactId, connectionId })
    if (held !== null && isActive(held.loaded.state)) {
      const { ticketId } = held
      const { state } = held.loaded
      if (state.status === 'open' && state.userId === userId) return ok(ticketId)
      const another = async () => err(await otherTicket(records, caller, { ticketId, state }))
      if (state.userId !== null) return another()
      // a ticket that waits without a queue comes into the queue of the message
      const into = state.queueId === null && queueId !== null ? { queueId } : {}
      const wanted = { status: 'open', userId, ...into } as const
      const accept: TicketCommand = { kind: 'change', caller, wanted, seen: null, forwarding: true }
      const accepted = withinCapacity(companyId, takerOf(state, accept), () =>
        activeTickets.run(ticketId, accept, followUp(meta, 'accept')),
      )
      const done = await accepted
      if (!done.ok && 'code' in done.error && done.error.code === 'ERR_NO_PERMISSION') return another()
      return idOf(ticketId, done)
    }
    const ids = await commandIds.get(meta, async () => ({
      ticketId: await sequences.next('ticket'),
      uuid: newUuid(),
    }))
    if (!ids.ok) return ids
    const to = { status: 'open', userId, queueId, connectionId } as const
    const { ticketId, uuid } = ids.value
    const { contactId, isGroup } = contact
    const open = { kind: 'open', ticketId, uuid, contactId, isGroup, imported: false, to } as const
    const opened = withinCapacity(companyId, userId, () =>
      activeTickets.run(ticketId, open, followUp(meta, 'open')),
    )
    return idOf(ticketId, await opened)
  }

  /** The same with what sending into it needs. */
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
    const before = await requestedBefore(kernel, from.ticket, meta)
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
    const text = message.fromMe ? message.body.replace(SIGNATURE, '') : message.body
    const name = sign && text !== '' && !isCard ? ((await records.user(companyId, userId))?.name ?? '') : ''
    const body = name === '' ? text : `*${name}:*\n${text}`
    if (message.media === null && isEmptyText(body)) return err(domainError('ERR_MESSAGE_EMPTY'))
    // whatever refuses the message does so before a ticket is opened for it
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
        // a place stays where it was when it was forwarded
        ...(details?.of === 'place' && { details: { ...details, live: false } }),
        body,
        forwarded: !message.fromMe,
        forwarding: true,
      },
      meta,
      0,
      { refusal: () => writeRefusal(caller, opened.value.ticket.ticketId) },
    )
  }
}
