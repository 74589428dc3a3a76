import { EditMessage, NewMessage, Reaction } from '@guiche/contracts/commands/messages.js'
import { Strict } from '@guiche/contracts/envelope.js'
import { type DomainError, domainError } from '@guiche/contracts/errors.js'
import { type Caller, mayOpenTicket, type PermissionKey } from '@guiche/contracts/permissions.js'
import { err, ok, type Result } from '@guiche/contracts/result.js'
import { check } from '@guiche/contracts/schema.js'
import { streams } from '@guiche/contracts/streams.js'
import type { Blobs } from '@guiche/infra/blobs/blobs.js'
import { type Answer, type Route, route, type SignedInCall } from '@guiche/infra/http/route.js'
import type { Records } from '@guiche/infra/records/records.js'
import { Type } from '@sinclair/typebox'
import { connectionsDecider } from '../connections/decide.js'
import { contactDecider } from '../contact/decide.js'
import { IdText } from '../http/ids.js'
import { metaOf } from '../http/meta.js'
import { positionHeader } from '../http/reply.js'
import type { Handled, Kernel } from '../kernel/kernel.js'
import type { Chat, Chats } from './chats.js'
import type { MessageCommand } from './commands.js'
import { messageDecider } from './decide.js'
import { readJson } from './json-body.js'
import { readForm } from './multipart.js'
import { type Content, requestedId, requestMessage } from './request.js'
import type { MessageState } from './state.js'
import { type StoredFile, storeFile } from './upload.js'

export interface MessageDeps {
  readonly kernel: Kernel
  readonly records: Pick<Records, 'place'>
  readonly chats: Chats
  readonly blobs: Blobs
}

const OfMessage = Strict({ id: Type.String({ pattern: '^[0-9a-f]{32}$' }) })
const OfTicket = Strict({ ticketId: IdText })
type Sending = SignedInCall<{ ticketId: string }, unknown, unknown>

/** Routes that send and change messages. None waits for a view: what was appended is shown by its frame. */
export const messageRoutes = (deps: MessageDeps): readonly Route[] => {
  const { kernel, records, chats, blobs } = deps

  const refusal = (caller: Caller, chat: Chat | null): DomainError | null => {
    if (chat === null || chat.ticket.companyId !== caller.companyId) return domainError('ERR_NO_TICKET_FOUND')
    if (!mayOpenTicket(caller, chat.ticket)) return domainError('ERR_NO_PERMISSION')
    if (chat.ticket.status !== 'open') return domainError('ERR_TICKET_NOT_OPEN')
    if (!chat.hasConnection) return domainError('ERR_TICKET_WITHOUT_CONNECTION')
    return chat.contact.erasing ? domainError('ERR_CONTACT_ERASED') : null
  }

  /** The chat that the caller may write into; what is remembered of it refuses nobody before it is read anew. */
  const writable = async (caller: Caller, ticketId: number): Promise<Result<Chat, DomainError>> => {
    let chat = await chats.of(ticketId)
    if (refusal(caller, chat) !== null) chat = await chats.of(ticketId, true)
    const refused = refusal(caller, chat)
    return chat === null || refused !== null ? err(refused ?? domainError('ERR_NO_TICKET_FOUND')) : ok(chat)
  }

  /** A quoted message has to be one of this very conversation; any other one is as if it did not exist. */
  const quotedOf = async (chat: Chat, id: string | null): Promise<Result<string | null, DomainError>> => {
    if (id === null) return ok(null)
    const missing = err(domainError('ERR_NO_MESSAGE_FOUND'))
    if (!/^[0-9a-f]{32}$/.test(id)) return missing
    const { state } = await kernel.load(messageDecider, streams.message(id))
    const { ticket } = chat
    if (!state.exists || state.companyId !== ticket.companyId || state.connectionId !== ticket.connectionId) {
      return missing
    }
    if (state.contactId === ticket.contactId) return ok(id)
    const writer = await kernel.load(contactDecider, streams.contact(state.contactId))
    return writer.state.mergedInto === ticket.contactId ? ok(id) : missing
  }

  const sent = ({ companyId }: Caller, messages: readonly Handled<MessageState>[]): Answer => {
    const [last = ''] = messages.map(({ position }) => position).sort((a, b) => (a < b ? 1 : -1))
    return ok({
      headers: {
        'X-Message-Id': messages.map(({ state }) => state.messageId).join(','),
        ...positionHeader(records.place(companyId, last)),
      },
    })
  }

  const text = async (
    call: Sending,
    chat: Chat,
    body: string,
    quoted: string | null,
  ): Promise<Result<Handled<MessageState>, DomainError>> => {
    const quotedId = await quotedOf(chat, quoted)
    if (!quotedId.ok) return quotedId
    const content: Content = {
      body: await chats.render(body, chat),
      kind: 'conversation',
      media: null,
      quotedId: quotedId.value,
      source: 'user',
      userId: call.caller.userId,
    }
    const asked = [body, quoted]
    return requestMessage(kernel, chat, content, metaOf('POST /messages/:ticketId', call, asked))
  }

  const sendJson = async (call: Sending, chat: Chat): Promise<Answer> => {
    const raw = await readJson(call.request)
    if (!raw.ok) return raw
    const body = check(NewMessage, raw.value)
    if (!body.ok) return err(domainError('ERR_VALIDATION', { field: body.error.field }))
    const done = await text(call, chat, body.value.body, body.value.quotedMsg?.id ?? null)
    return done.ok ? sent(call.caller, [done.value]) : done
  }

  const sendForm = async (call: Sending, chat: Chat): Promise<Answer> => {
    const sending = metaOf('POST /messages/:ticketId', call)
    const { companyId } = chat.ticket
    const stored: { file: StoredFile; fresh: boolean }[] = []
    const discard = async (from: number) => {
      for (const { file, fresh } of stored.slice(from)) if (fresh) await blobs.remove(file.media.blobId)
    }
    const form = await readForm(call.request, async (incoming) => {
      // a repeated command has its files already
      const { messageId } = await requestedId(kernel, chat.ticket, sending, incoming.index)
      const known = await kernel.load(messageDecider, streams.message(messageId))
      if (known.state.exists && known.state.media !== null) {
        stored.push({ file: { kind: known.state.kind, media: known.state.media }, fresh: false })
        return null
      }
      const file = await storeFile(blobs, companyId, incoming)
      if (!file.ok) return file.error
      stored.push({ file: file.value, fresh: true })
      return null
    })
    if (!form.ok) {
      await discard(0)
      return form
    }
    // an upload takes its time
    const still = await writable(call.caller, Number(call.params.ticketId))
    if (!still.ok) {
      await discard(0)
      return still
    }
    const bodies = form.value.fields.get('body') ?? []
    const voices = form.value.fields.get('voice') ?? []
    const quoted = quotedField(form.value.fields.get('quotedMsg'))
    if (stored.length === 0) {
      const done = await text(call, chat, bodies.join('\n'), quoted)
      return done.ok ? sent(call.caller, [done.value]) : done
    }
    const quotedId = await quotedOf(chat, quoted)
    if (!quotedId.ok) {
      await discard(0)
      return quotedId
    }
    const asked = [bodies, voices, quoted, form.value.files]
    const meta = metaOf('POST /messages/:ticketId', call, asked)
    const messages: Handled<MessageState>[] = []
    for (const [index, { file }] of stored.entries()) {
      const voice = file.kind === 'audio' && /^(true|1)$/.test(voices[index] ?? voices[0] ?? '')
      const content: Content = {
        body: await chats.render(bodies[index] ?? '', chat),
        kind: file.kind,
        media: { ...file.media, voice },
        quotedId: index === 0 ? quotedId.value : null,
        source: 'user',
        userId: call.caller.userId,
      }
      const done = await requestMessage(kernel, chat, content, meta, index)
      if (!done.ok) {
        // with the store away nobody knows whether the message is there: it may need its file
        await discard(done.error.code === 'ERR_UNAVAILABLE' ? index + 1 : index)
        return done
      }
      // the same command at once brought the same file twice: the message has the other one
      if (done.value.state.media?.blobId !== file.media.blobId) await blobs.remove(file.media.blobId)
      messages.push(done.value)
    }
    return sent(call.caller, messages)
  }

  const send = route('POST /messages/:ticketId', { params: OfTicket, rawBody: true }, async (call) => {
    const chat = await writable(call.caller, Number(call.params.ticketId))
    if (!chat.ok) {
      call.request.resume()
      return chat
    }
    const multipart = /^multipart\/form-data\b/i.test(call.request.headers['content-type'] ?? '')
    return multipart ? sendForm(call, chat.value) : sendJson(call, chat.value)
  })

  /** The message of a path, for a caller who may open its ticket. */
  const reachable = async (caller: Caller, messageId: string): Promise<Result<MessageState, DomainError>> => {
    const { state } = await kernel.load(messageDecider, streams.message(messageId))
    if (!state.exists || state.companyId !== caller.companyId) return err(domainError('ERR_NO_MESSAGE_FOUND'))
    const chat = await chats.of(state.ticketId, true)
    if (chat === null) return err(domainError('ERR_NO_TICKET_FOUND'))
    return mayOpenTicket(caller, chat.ticket) ? ok(state) : err(domainError('ERR_NO_PERMISSION'))
  }

  const act = async (
    key: PermissionKey,
    call: SignedInCall<{ id: string }, unknown, unknown>,
    command: (state: MessageState) => MessageCommand | Promise<MessageCommand>,
    body?: (state: MessageState) => unknown,
  ): Promise<Answer> => {
    const found = await reachable(call.caller, call.params.id)
    if (!found.ok) return found
    const { companyId, connectionId } = found.value
    const connections = await kernel.load(connectionsDecider, streams.connections(companyId))
    if (!connections.state.all.has(connectionId)) return err(domainError('ERR_WAPP_DELETED'))
    const done = await kernel.execute(
      messageDecider,
      streams.message(call.params.id),
      await command(found.value),
      metaOf(key, call),
    )
    if (!done.ok) return done
    const headers = positionHeader(records.place(call.caller.companyId, done.value.position))
    return ok(body === undefined ? { headers } : { headers, body: body(done.value.state) })
  }

  const edit = route('POST /messages/edit/:id', { params: OfMessage, body: EditMessage }, (call) =>
    act('POST /messages/edit/:id', call, async (state) => {
      const chat = await chats.of(state.ticketId)
      const body = chat === null ? call.body.body : await chats.render(call.body.body, chat)
      return { kind: 'request-edit', body, userId: call.caller.userId }
    }),
  )
  const remove = route('DELETE /messages/:id', { params: OfMessage }, (call) =>
    act('DELETE /messages/:id', call, () => ({ kind: 'request-revoke', userId: call.caller.userId })),
  )
  const retry = route('POST /messages/:id/retry', { params: OfMessage }, (call) =>
    act('POST /messages/:id/retry', call, () => ({ kind: 'retry', userId: call.caller.userId })),
  )
  const react = route('POST /messages/:id/reactions', { params: OfMessage, body: Reaction }, (call) =>
    act(
      'POST /messages/:id/reactions',
      call,
      () => ({ kind: 'request-reaction', emoji: call.body.type, userId: call.caller.userId }),
      (state) => ({ message: 'Reação adicionada com sucesso!', reactions: reactionsOf(state) }),
    ),
  )
  return [send, edit, remove, retry, react]
}

/** The id of a quoted message out of a form's field: a JSON object with an id. */
const quotedField = (values: readonly string[] | undefined): string | null => {
  try {
    const value: unknown = JSON.parse(values?.[0] ?? 'null')
    const id = typeof value === 'object' && value !== null && Object.hasOwn(value, 'id') ? value : null
    if (id === null) return null
    const own = (id as { id: unknown }).id
    return typeof own === 'string' ? own : ''
  } catch {
    return ''
  }
}

const reactionsOf = (state: MessageState) =>
  [
    { type: state.reactions.contact, userId: null },
    {
      type: state.pendingReaction?.emoji ?? state.reactions.us,
      userId: state.pendingReaction?.userId ?? null,
    },
  ].filter(({ type }) => type !== '')
