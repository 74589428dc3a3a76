import type { IncomingMessage } from 'node:http'
import { type DomainError, domainError } from '@guiche/contracts/errors.js'
import { isEmptyText } from '@guiche/contracts/message/signature.js'
import { err, ok, type Result } from '@guiche/contracts/result.js'
import { messageRoutes, NewMessage } from '@guiche/contracts/routes/messages.js'
import { checkSchema } from '@guiche/contracts/schema.js'
import { streams } from '@guiche/contracts/streams.js'
import {
  type Answer,
  type CallOf,
  type FormCall,
  type Route,
  type SignedInCall,
  serving,
} from '@guiche/infra/http/route.js'
import { connectionsDecider } from '../connections/decide.js'
import { isForm, readForm } from '../files/multipart.js'
import { toBeNamed } from '../files/unnamed.js'
import { type StoredFile, storeFile } from '../files/upload.js'
import type { Handled, Meta } from '../kernel/kernel.js'
import { metaOf } from '../kernel/meta.js'
import { seenPosition } from '../seen-position.js'
import type { Chat } from './chats.js'
import type { MessageCommand } from './commands.js'
import { messageDecider, textShown } from './decide.js'
import { createForward, type ForwardDeps } from './forward.js'
import { type FoundMessage, messageGuard } from './guard.js'
import { readJson } from './json-body.js'
import { usedQuickReply } from './quick-reply.js'
import { createQuoted } from './quoted.js'
import { type Content, earlierRequest, requestedId, requestMessage } from './request.js'
import { createSendList } from './send-list.js'
import { type MessageState, noMessage } from './state.js'
import { createWritable } from './writable.js'

const FORM = messageRoutes['POST /messages/:ticketId'].form

export interface MessageDeps extends ForwardDeps {}

/** A request to send: a text, or captions of files. The files come beside it. */
interface SendRequest {
  /** the text, or the captions by the place of their files */
  readonly bodies: readonly string[]
  readonly voices: readonly string[]
  /** the id of the quoted message, as sent */
  readonly quoted: string | null
  /** the id of the quick reply that it was made with, as sent */
  readonly quick: number | null
  /** a file list that goes out behind it */
  readonly fileListId: number | null
  /** content that must be equal when an idempotency key comes again */
  readonly asked: unknown
}
type SendExtras = Pick<SendRequest, 'quick' | 'fileListId'>
/** Content of commands in the form of earlier releases: without places for absent parts. */
const askedBeside = ({ quick, fileListId }: SendExtras) => [
  ...(quick === null ? [] : [quick]),
  ...(fileListId === null ? [] : [{ fileListId }]),
]
const textOf = (body: string, quoted: string | null, beside: SendExtras): SendRequest => ({
  bodies: [body],
  voices: [],
  quoted,
  ...beside,
  asked: [body, quoted, ...askedBeside(beside)],
})
/** The one part of a message without files. */
const TEXT = { kind: 'conversation', media: null } as const

/** `fresh`: stored for this very call. */
type FreshlyStoredFile = StoredFile & { readonly fresh: boolean }

const depsOf = (deps: MessageDeps) => {
  const { kernel, chats } = deps
  const writable = createWritable(deps)
  return {
    ...deps,
    ...writable,
    guards: { message: messageGuard(kernel, chats) },
    forward: createForward(deps),
    lists: createSendList(deps),
    quotedOf: createQuoted({ kernel, openable: writable.openable }),
  }
}
/** Dependencies of the handlers. */
type Deps = ReturnType<typeof depsOf>
type Call<K extends keyof typeof messageRoutes & string> = CallOf<
  K,
  (typeof messageRoutes)[K],
  Deps['guards']
>

const sentAnswer = (messages: readonly Handled<MessageState>[]): Answer<undefined> => {
  const [position = ''] = messages.map((message) => message.position).sort((a, b) => (a < b ? 1 : -1))
  const ids = messages.map(({ state }) => state.messageId).join(',')
  return ok({ position, headers: { 'X-Message-Id': ids } })
}

/** The first answer of a refused command if all its messages were requested before, else the refusal. */
const asAtFirst = async (
  { kernel, chats, lists }: Deps,
  refused: Result<never, DomainError>,
  ticketId: number,
  meta: Meta,
  count: number,
  fileListId: number | null = null,
): Promise<Answer<undefined>> => {
  const chat = await chats.of(ticketId)
  if (chat === null) return refused
  const messages: Handled<MessageState>[] = []
  for (let index = 0; index < count; index++) {
    const before = await earlierRequest(kernel, chat.ticket, meta, index)
    if (!before.ok) return before
    if (before.value === null) return refused
    messages.push(before.value)
  }
  if (fileListId === null) return sentAnswer(messages)
  const listed = await lists.before(chat.ticket, fileListId, meta)
  if (!listed.ok) return listed
  return listed.value === null ? refused : sentAnswer([...messages, ...listed.value])
}

const readText = async (request: IncomingMessage): Promise<Result<SendRequest, DomainError>> => {
  const raw = await readJson(request)
  if (!raw.ok) return raw
  const checked = checkSchema(NewMessage, raw.value)
  if (!checked.ok) return err(domainError('ERR_VALIDATION', { field: checked.error.field }))
  const { body, quotedMsg, quickmessageId: quick = null, fileListId = null } = checked.value
  return ok(textOf(body, quotedMsg?.id ?? null, { quick, fileListId }))
}

/** Reads a form, and stores its files into `stored`. */
const readFiles = async (
  deps: Deps,
  request: IncomingMessage,
  call: SignedInCall,
  ticketId: number,
  stored: FreshlyStoredFile[],
): Promise<Result<SendRequest, DomainError>> => {
  const { kernel, chats, writable } = deps
  const sending = metaOf(call)
  const before = async ({ ticket }: Chat, index: number): Promise<MessageState> => {
    const { messageId } = await requestedId(kernel, ticket, sending, index)
    return (await kernel.load(messageDecider, streams.message(messageId))).state
  }
  const may = await writable(call.caller, ticketId)
  const known = may.ok ? may.value : await chats.of(ticketId)
  if (known === null) return err(domainError('ERR_NO_TICKET_FOUND'))
  // reads the rest of a refused request only if it may be a repetition
  if (!may.ok && !(await before(known, 0)).exists) return may
  const form = await readForm(request, FORM, async (incoming) => {
    // a repeated command has its files already
    const { exists, kind, media } = await before(known, incoming.index)
    if (exists && media !== null) {
      stored.push({ kind, media, fresh: false })
      return null
    }
    if (!may.ok) return may.error
    const file = await storeFile(deps, known.ticket.companyId, incoming)
    if (!file.ok) return file.error
    stored.push({ ...file.value, fresh: true })
    return null
  })
  if (!form.ok) return form
  const { fields, files } = form.value
  const bodies = fields.get('body') ?? []
  const voices = fields.get('voice') ?? []
  const quoted = quotedField(fields.get('quotedMsg'))
  const idIn = (name: string): number | null => Number(fields.get(name)?.[0]) || null
  const beside = { quick: idIn('quickmessageId'), fileListId: idIn('fileListId') }
  if (files.length === 0) return ok(textOf(bodies.join('\n'), quoted, beside))
  const asked = [bodies, voices, quoted, files, ...askedBeside(beside)]
  return ok({ bodies, voices, quoted, ...beside, asked })
}

const sendMessages = async (deps: Deps, call: FormCall, ticketId: number): Promise<Answer<undefined>> => {
  const { kernel, chats, blobs, writable, writeRefusal, lists, quotedOf } = deps
  const stored: FreshlyStoredFile[] = []
  const discard = async (from = 0) => {
    for (const { media, fresh } of stored.slice(from)) if (fresh) await blobs.remove(media.blobId)
  }
  const received = await call.receive(
    (request) => (isForm(request) ? readFiles(deps, request, call, ticketId, stored) : readText(request)),
    discard,
  )
  if (!received.ok) return received
  const { bodies, voices, quoted, quick, fileListId, asked } = received.value.value
  const { caller } = received.value.call
  const meta = metaOf(received.value.call, asked)
  const isListAlone = fileListId !== null && stored.length === 0 && isEmptyText(bodies[0] ?? '')
  const parts = stored.length === 0 ? (isListAlone ? [] : [TEXT]) : stored
  const writing = await writable(caller, ticketId)
  if (!writing.ok) {
    await discard()
    return asAtFirst(deps, writing, ticketId, meta, parts.length, fileListId)
  }
  const chat = writing.value
  // before anything is sent
  if (fileListId !== null && !(await lists.isThere(fileListId, meta))) {
    await discard()
    const missing = err(domainError('ERR_NO_FILE_LIST_FOUND'))
    return asAtFirst(deps, missing, ticketId, meta, parts.length, fileListId)
  }
  const quotedId = await quotedOf(caller, chat, quoted)
  if (!quotedId.ok) {
    await discard()
    return quotedId
  }
  const used = await usedQuickReply(kernel, caller, quick)
  const messages: Handled<MessageState>[] = []
  for (const [index, { kind, media }] of parts.entries()) {
    const voice = kind === 'audio' && /^(true|1)$/.test(voices[index] ?? voices[0] ?? '')
    const content: Content = {
      body: await chats.render(bodies[index] ?? '', chat),
      kind,
      media: media === null ? null : { ...media, voice },
      quotedId: index === 0 ? quotedId.value : null,
      source: 'user',
      userId: caller.userId,
      // one sending counts as one use of the quick reply, whatever the number of files
      ...(index === 0 && used),
    }
    if (media !== null && stored[index]?.fresh) {
      const { messageId } = await requestedId(kernel, chat.ticket, meta, index)
      await toBeNamed(deps, media.blobId, streams.message(messageId))
    }
    const right = () => writeRefusal(caller, ticketId)
    const done = await requestMessage(deps, chat, content, meta, index, right)
    if (!done.ok) {
      // in an outage the message may exist, and need its file
      await discard(done.error.code === 'ERR_UNAVAILABLE' ? index + 1 : index)
      return done
    }
    // the same command at once brought the same file twice: the message has the other one
    if (media !== null && done.value.state.media?.blobId !== media.blobId) await blobs.remove(media.blobId)
    messages.push(done.value)
  }
  if (fileListId === null) return sentAnswer(messages)
  const sender = { source: 'user', userId: caller.userId } as const
  const right = () => writeRefusal(caller, ticketId)
  const first = isListAlone ? { quotedId: quotedId.value, ...used } : {}
  const listed = await lists.send(chat, fileListId, sender, meta, { right, first })
  return listed.ok ? sentAnswer([...messages, ...listed.value]) : listed
}

/** Applies one command to the message that the guard found. A repetition gets its first answer. */
const actOnMessage = async (
  deps: Deps,
  call: SignedInCall & { readonly found: FoundMessage },
  command: (message: MessageState) => MessageCommand | Promise<MessageCommand>,
  refusalOf: (message: MessageState) => Promise<DomainError | null> = (message) =>
    deps.changeRefusal(call.caller, message),
): Promise<Result<Handled<MessageState>, DomainError>> => {
  const { message, before } = call.found
  if (before !== null) return ok(before)
  const { companyId, connectionId, messageId } = message
  const connections = await deps.kernel.load(connectionsDecider, streams.connections(companyId))
  if (!connections.state.all.has(connectionId)) return err(domainError('ERR_WAPP_DELETED'))
  const wanted = async () => {
    const refused = await refusalOf(message)
    return refused === null ? ok(await command(message)) : err(refused)
  }
  return deps.kernel.execute(messageDecider, streams.message(messageId), wanted, metaOf(call))
}

const done = (result: Result<Handled<MessageState>, DomainError>) =>
  result.ok ? ok({ position: result.value.position }) : result

const requestEdit = async (
  { kernel, chats }: Deps,
  { ticketId, messageId }: MessageState,
  text: string,
  userId: number,
  seen: string | null,
): Promise<MessageCommand> => {
  const chat = await chats.of(ticketId)
  const body = chat === null ? text : await chats.render(text, chat)
  const stream = streams.message(messageId)
  const shown = seen === null ? null : textShown(await kernel.loadAt(messageDecider, stream, seen))
  return { kind: 'request-edit', body, userId, shown }
}

const forwardMessage = async (deps: Deps, call: Call<'POST /message/forward'>) => {
  const { kernel, guards, forward } = deps
  const { caller, body } = call
  const meta = metaOf(call)
  const found = await guards.message(caller, { id: body.messageId }, call)
  if (!found.ok) {
    const { state } = await kernel.load(messageDecider, streams.message(body.messageId))
    return asAtFirst(deps, found, state.ticketId, meta, 1)
  }
  const { message } = found.value
  const { contactId, signMessage = false } = body
  const done = await forward({ caller, message, contactId, sign: signMessage }, meta)
  return done.ok ? sentAnswer([done.value]) : done
}

const editMessage = async (deps: Deps, call: Call<'POST /messages/edit/:id'>) =>
  done(
    await actOnMessage(deps, call, (message) =>
      requestEdit(deps, message, call.body.body, call.caller.userId, seenPosition(call)),
    ),
  )

const revokeMessage = async (deps: Deps, call: Call<'DELETE /messages/:id'>) =>
  done(await actOnMessage(deps, call, () => ({ kind: 'request-revoke', userId: call.caller.userId })))

const retryMessage = async (deps: Deps, call: Call<'POST /messages/:id/retry'>) =>
  done(
    await actOnMessage(
      deps,
      call,
      () => ({ kind: 'retry', userId: call.caller.userId }),
      (message) => deps.retryRefusal(call.caller, message),
    ),
  )

const reactToMessage = async (deps: Deps, call: Call<'POST /messages/:id/reactions'>) => {
  const asked = { emoji: call.body.type, userId: call.caller.userId }
  const reacted = await actOnMessage(deps, call, () => ({ kind: 'request-reaction', ...asked }))
  if (!reacted.ok) return reacted
  const { position, state } = reacted.value
  // later changes by others may be hidden from the caller by now
  const shown = call.found.before === null ? state : { ...noMessage, pendingReaction: asked }
  return ok({
    position,
    body: { message: 'Reação adicionada com sucesso!', reactions: reactionsOf(shown) },
  })
}

/** Commands that send and change messages. None waits for a view: the frame shows the message. */
export const messageCommands = (given: MessageDeps): readonly Route[] => {
  const deps = depsOf(given)
  return serving('command', deps.guards)(messageRoutes, {
    'POST /messages/:ticketId': (call) => sendMessages(deps, call, call.params.ticketId),
    'POST /message/forward': (call) => forwardMessage(deps, call),
    'POST /messages/edit/:id': (call) => editMessage(deps, call),
    'DELETE /messages/:id': (call) => revokeMessage(deps, call),
    'POST /messages/:id/retry': (call) => retryMessage(deps, call),
    'POST /messages/:id/reactions': (call) => reactToMessage(deps, call),
  })
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
    ...state.reactions.members.map(({ emoji }) => ({ type: emoji, userId: null })),
    {
      type: state.pendingReaction?.emoji ?? state.reactions.us,
      userId: state.pendingReaction?.userId ?? null,
    },
  ].filter(({ type }) => type !== '')
