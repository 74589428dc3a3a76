import type { IncomingMessage } from 'node:http'
import { type DomainError, domainError } from '@guiche/contracts/errors.js'
import { isEmptyText } from '@guiche/contracts/message/signature.js'
import { err, ok, type Result } from '@guiche/contracts/result.js'
import { type ApiMessage, sendRoutes } from '@guiche/contracts/routes/messages.js'
import { streams } from '@guiche/contracts/streams.js'
import { bodyReader } from '@guiche/infra/http/body.js'
import { type Route, serving } from '@guiche/infra/http/route.js'
import { tooMany } from '@guiche/infra/http/too-many.js'
import { normaliseNumber } from '@guiche/infra/phone.js'
import { connectionsDecider } from '../connections/decide.js'
import type { Gateway } from '../contact/ask-gateway.js'
import type { FoundContact } from '../contact/identities.js'
import { checkThrough, homeOf, identitiesOf, identityOfNumber } from '../contact/numbers.js'
import type { Contacts } from '../contact/resolve.js'
import type { AreaDeps } from '../deps.js'
import { isForm, readForm } from '../files/multipart.js'
import type { Handled, Meta } from '../kernel/kernel.js'
import { followUp, metaOf } from '../kernel/meta.js'
import type { ActiveTickets } from '../ticket/active-tickets.js'
import { createOpenFor } from '../ticket/open-for.js'
import type { Chats } from './chats.js'
import { readJson } from './json-body.js'
import { type Content, earlierRequest, requestMessage } from './request.js'
import type { MessageState } from './state.js'

export interface SendDeps
  extends Pick<
    AreaDeps,
    | 'kernel'
    | 'roomToSend'
    | 'records'
    | 'documents'
    | 'standings'
    | 'counters'
    | 'commandIds'
    | 'sequences'
    | 'vault'
    | 'exclusively'
  > {
  readonly chats: Chats
  readonly contacts: Contacts
  readonly gateway: Gateway
  readonly activeTickets: ActiveTickets
}

/** Calls with one token within a minute. The gateway limits sending, too. */
const MAX_CALLS = 120
const WINDOW_MS = 60_000
const BY_PROGRAM = { source: 'api', userId: null } as const
const SPEC = sendRoutes['POST /messages/send']

const read = bodyReader({ key: 'POST /messages/send', spec: SPEC })

/**
 * The message as JSON or as a form; a file is refused by name. Errors: ERR_VALIDATION, ERR_FIELD_NOT_SUPPORTED,
 * ERR_BODY_TOO_LARGE.
 */
const messageOf = async (request: IncomingMessage): Promise<Result<ApiMessage, DomainError>> => {
  const valueFrom = async (): Promise<Result<unknown, DomainError>> => {
    if (!isForm(request)) return readJson(request)
    const form = await readForm(request, SPEC.form, async () => null)
    return form.ok
      ? ok(Object.fromEntries([...form.value.fields].map(([name, values]) => [name, values.join('\n')])))
      : form
  }
  const value = await valueFrom()
  const body = value.ok ? read(value.value) : value
  return body.ok ? ok(body.value as ApiMessage) : body
}

/**
 * The command with which programs send. Such a message is no agent's answer: unread messages stay unread, and a waiting
 * ticket keeps waiting.
 */
export const sendCommands = (deps: SendDeps): readonly Route[] => {
  const { kernel, records, contacts, chats } = deps
  const openFor = createOpenFor(deps)

  /** The contact with this number, who is made where there is none. */
  const contactOf = async (
    connectionId: number,
    digits: string,
    meta: Meta,
  ): Promise<Result<Pick<FoundContact, 'contactId' | 'state'>, DomainError>> => {
    const { companyId } = meta
    const existing = await contacts.find(companyId, [identityOfNumber(digits)])
    if (existing !== null) return ok(existing)
    const connection = await records.connection(companyId, connectionId)
    if (connection === null) return err(domainError('ERR_NO_WAPP_FOUND'))
    const known = await checkThrough(deps.gateway, connection, digits)
    if (!known.ok) return known
    const draft = { name: known.value.number, email: '', extraInfo: [], connectionId }
    return contacts.resolve(identitiesOf(known.value), draft, followUp(meta, 'contact'))
  }

  /**
   * The active ticket of the contact on the connection. Without one, a new ticket waits in the connection's only queue.
   */
  const ticketFor = async (
    connectionId: number,
    contactId: number,
    meta: Meta,
  ): Promise<Result<number, DomainError>> => {
    const { state } = await kernel.load(connectionsDecider, streams.connections(meta.companyId))
    const { queueIds = [] } = state.all.get(connectionId) ?? {}
    const [queueId = null] = queueIds.length === 1 ? queueIds : []
    const to = { status: 'pending', userId: null, queueId, connectionId } as const
    const wanted = { contactId, isGroup: false, imported: false, to }
    const done = await openFor(wanted, { onActive: 'use', onFull: 'wait' }, meta)
    if (done.ok) return ok(done.value.state.ticketId)
    return err('taken' in done.error ? domainError('ERR_UNAVAILABLE') : done.error)
  }

  const send = async (
    connectionId: number,
    digits: string,
    text: string,
    meta: Meta,
  ): Promise<Result<Handled<MessageState>, DomainError>> => {
    const before = await earlierRequest(kernel, { formerConnectionIds: [], connectionId }, meta)
    if (!before.ok) return before
    if (before.value !== null) return ok(before.value)
    // The limit is checked before a contact or a ticket is created.
    const full = await deps.roomToSend(connectionId, BY_PROGRAM)
    if (full !== null) return err(full)
    const contact = await contactOf(connectionId, digits, meta)
    if (!contact.ok) return contact
    const { contactId, state } = contact.value
    if (state.erasing) return err(domainError('ERR_CONTACT_ERASED'))
    if (state.blockedOn.includes(connectionId)) return err(domainError('ERR_CONTACT_BLOCKED'))
    const ticketId = await ticketFor(connectionId, contactId, followUp(meta, 'ticket'))
    if (!ticketId.ok) return ticketId
    const chat = await chats.of(ticketId.value)
    if (chat === null) return err(domainError('ERR_NO_TICKET_FOUND'))
    const content: Content = {
      body: await chats.render(text, chat),
      kind: 'conversation',
      media: null,
      quotedId: null,
      ...BY_PROGRAM,
    }
    return requestMessage(deps, chat, content, meta)
  }

  return serving('command', {})(sendRoutes, {
    'POST /messages/send': async (call) => {
      const calls = await deps.counters.add(`api/${call.caller.tokenId}`, 1, WINDOW_MS)
      if (calls > MAX_CALLS) return err(tooMany(WINDOW_MS))
      const received = await call.receive(messageOf)
      if (!received.ok) return received
      const { value, call: now } = received.value
      const { number, body } = value
      const digits = normaliseNumber(number, { home: await homeOf(records, now.caller.companyId) })
      if (digits === null) return err(domainError('ERR_VALIDATION', { field: 'number' }))
      if (isEmptyText(body)) return err(domainError('ERR_MESSAGE_EMPTY'))
      const sent = await send(now.caller.connectionId, digits, body, metaOf(now, value))
      if (!sent.ok) return sent
      const { position, state } = sent.value
      return ok({
        position,
        headers: { 'X-Message-Id': state.messageId },
        body: { mensagem: 'Mensagem enviada' },
      })
    },
  })
}
