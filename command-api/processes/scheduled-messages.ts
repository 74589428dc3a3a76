import { SYSTEM } from '@guiche/contracts/envelope.js'
import { type DomainError, domainError, ERRORS } from '@guiche/contracts/errors.js'
import { kindOfType } from '@guiche/contracts/files/files.js'
import type { Records } from '@guiche/contracts/records/index.js'
import type { StoredRecord } from '@guiche/contracts/records/shapes.js'
import { err, ok, type Result } from '@guiche/contracts/result.js'
import { streams } from '@guiche/contracts/streams.js'
import { mayOpenTicket } from '@guiche/contracts/users/permissions.js'
import type { DueWorkDoc } from '@guiche/contracts/views/due-work.js'
import { derivedUuid } from '@guiche/infra/ids.js'
import { isErased } from '../contact/erased.js'
import type { AreaDeps } from '../deps.js'
import type { Meta } from '../kernel/kernel.js'
import { followUp } from '../kernel/meta.js'
import { Refused } from '../kernel/refused.js'
import type { Chat, Chats } from '../message/chats.js'
import { messageDecider } from '../message/decide.js'
import { requestedId } from '../message/request.js'
import { createRequestCopy } from '../message/request-copy.js'
import { createSendList } from '../message/send-list.js'
import type { MessageState } from '../message/state.js'
import { deciders } from '../records/deciders.js'
import { givenDue } from '../records/schedules.js'
import type { ActiveTickets } from '../ticket/active-tickets.js'
import { ticketDecider } from '../ticket/decide.js'
import { createOpenFor, type OpenFor } from '../ticket/open-for.js'
import { userDecider } from '../user/decide.js'
import { createDuePool, type DuePool, OF_A_MOMENT } from './due-pool.js'
import { endRatingQuestion } from './rating-question.js'

interface Deps extends AreaDeps {
  readonly chats: Chats
  readonly activeTickets: ActiveTickets
  readonly openFor: OpenFor
  readonly requestCopy: ReturnType<typeof createRequestCopy>
  readonly lists: ReturnType<typeof createSendList>
}
type Schedule = StoredRecord<Records['schedule']>
type PlannedMessage = Schedule & { readonly id: number }
type Outcome = Partial<Schedule>
type FoundTicketId = Promise<Result<number, DomainError>>

/**
 * The outcome of an error: status ERRO with its code. Rejects with `Refused` during an outage, so that the message is
 * tried again.
 */
const failedOutcome = ({ code }: DomainError): Outcome => {
  if (code === 'ERR_UNAVAILABLE') throw new Refused(code)
  return { status: 'ERRO', error: code }
}
/** Whether a ticket's messages leave by the connection chosen for the planned message, if one was chosen. */
const isOfChosen = ({ whatsappId }: PlannedMessage, { ticket }: Chat): boolean =>
  whatsappId === null || ticket.connectionId === whatsappId
const chatOf = (chat: Chat | null): Result<Chat, DomainError> => {
  if (chat === null) return err(domainError('ERR_NO_TICKET_FOUND'))
  return chat.hasConnection ? ok(chat) : err(domainError('ERR_TICKET_WITHOUT_CONNECTION'))
}

/** The outcome of a message: accepted by WhatsApp, or failed. Null while it waits. */
const outcomeOf = ({ failed: code, sentAt, deleted }: MessageState): Outcome | null => {
  if (sentAt !== null) return { status: 'ENVIADA', sentAt }
  if (deleted) return { status: 'ERRO', error: 'ERR_MESSAGE_DELETED' }
  return code === null ? null : { status: 'ERRO', error: code }
}
/**
 * The outcome of a planned message with several parts: all accepted by WhatsApp, or one failed. Null while one waits.
 */
const outcomeOfAll = (messages: readonly MessageState[]): Outcome | null => {
  const outcomes = messages.map(outcomeOf)
  const waits = outcomes.includes(null)
  const ends = outcomes.filter((outcome) => outcome !== null)
  const [sentAt] = ends.flatMap((end) => end.sentAt ?? []).sort((a, b) => (a < b ? 1 : -1))
  return (
    ends.find(({ status }) => status === 'ERRO') ?? (waits || !sentAt ? null : { status: 'ENVIADA', sentAt })
  )
}

/** How many of a contact's newest tickets are searched for one with a connection. */
const TICKETS = 20

const decider = deciders.schedule
const streamOf = ({ ref }: DueWorkDoc) => streams.record('schedule', Number(ref))

/** The system sends it; the record names the user who planned it. */
const metaOf = ({ companyId, correlationId }: DueWorkDoc, commandId: string): Meta => ({
  commandId,
  companyId,
  correlationId,
  actor: SYSTEM,
})
/** Sets the outcome if the record is as `from` says; a record that was deleted needs none. */
const setOutcome = async ({ kernel }: Deps, work: DueWorkDoc, from: Outcome, to: Outcome, meta: Meta) => {
  const { companyId, ref } = work
  const command = { kind: 'settle', id: Number(ref), companyId, from, to } as const
  const done = await kernel.execute(decider, streamOf(work), command, meta)
  if (!done.ok && done.error.code !== 'ERR_NO_SCHEDULE_FOUND') throw new Refused(done.error.code)
}

/** The present record, with the position of its last event. */
const storedOf = async ({ kernel }: Deps, work: DueWorkDoc) => {
  const { state, position } = await kernel.load(decider, streamOf(work))
  const id = Number(work.ref)
  const stored = state.records.get(id)
  return stored === undefined ? null : { ...stored, id, position }
}

/** For a series: makes messages of due occurrences (`givenDue`); the last occurrence is the record itself. */
const giveMessages = async (deps: Deps, work: DueWorkDoc, meta: Meta): Promise<void> => {
  const head = await storedOf(deps, work)
  if (!head?.repeats || head.status !== 'PENDENTE' || head.sendAt !== work.dueAt) return
  const given = givenDue({ ...head, repeats: head.repeats }, deps.clock.now().toISOString())
  await setOutcome(deps, work, { status: head.status, sendAt: head.sendAt }, given, meta)
}

/**
 * Opens a ticket if the contact has none with a connection, or none on the chosen one. The ticket belongs to the user
 * who planned the message, unless that user is deleted or full. Gives the ticket's id.
 */
const openTicket = async (
  { kernel, records, openFor }: Deps,
  contactId: number,
  { userId, whatsappId }: PlannedMessage,
  meta: Meta,
): FoundTicketId => {
  const { companyId } = meta
  const contact = await records.contact(companyId, contactId)
  if (contact === null) return err(domainError('ERR_NO_CONTACT_FOUND'))
  const all = await records.connections(companyId)
  const user = await kernel.load(userDecider, streams.user(userId))
  const isHere = user.state.status === 'active'
  const connection =
    all.find((one) => one.connectionId === whatsappId) ??
    all.find((one) => isHere && one.connectionId === user.state.connectionId) ??
    all.find(({ isDefault }) => isDefault)
  if (connection === undefined) return err(domainError('ERR_NO_DEF_WAPP_FOUND'))
  const { isGroup } = contact
  const { connectionId } = connection
  const attends = isHere
    ? ({ status: 'open', userId } as const)
    : ({ status: 'pending', userId: null } as const)
  const wanted = { contactId, isGroup, imported: false, to: { ...attends, queueId: null, connectionId } }
  // promised messages are sent: without a free agent the ticket waits
  const done = await openFor(wanted, { onActive: 'use', onFull: 'wait' }, meta)
  if (done.ok) return ok(done.value.state.ticketId)
  return err('taken' in done.error ? domainError('ERR_UNAVAILABLE') : done.error)
}

/**
 * Whether a planned message may be sent in a ticket: its author may open that ticket now. Messages of deleted
 * users are still sent.
 */
const rightsOf = async ({ kernel }: Deps, userId: number): Promise<(chat: Chat) => boolean> => {
  const { state } = await kernel.load(userDecider, streams.user(userId))
  return ({ ticket }) => state.status !== 'active' || mayOpenTicket(state, ticket)
}

/**
 * The ticket in which a planned message is sent: an active one of the contact, preferably the one where it was
 * planned; else the newest closed one, which stays closed. Gives its id. Errors: ERR_SCHEDULE_NOT_ALLOWED (its author
 * may open none of the active tickets) and ERR_SCHEDULE_CONNECTION_GONE. With a chosen connection only its tickets
 * count.
 */
const ticketFor = async (deps: Deps, asked: PlannedMessage, meta: Meta): FoundTicketId => {
  const { kernel, chats, records, documents } = deps
  const { ticketId, userId, whatsappId } = asked
  const { companyId } = meta
  if (whatsappId !== null && (await records.connection(companyId, whatsappId)) === null) {
    return err(domainError('ERR_SCHEDULE_CONNECTION_GONE'))
  }
  const contactId = (await records.contact(companyId, asked.contactId))?.contactId
  if (contactId === undefined || (await isErased(kernel, contactId))) {
    return err(domainError('ERR_CONTACT_ERASED'))
  }
  const tickets = await documents.find('tickets', {
    where: { companyId, contactId },
    sort: [
      ['updatedAt', -1],
      ['id', -1],
    ],
    limit: TICKETS,
  })
  const rank = ({ ticketId: id, status }: (typeof tickets)[number]) =>
    (status === 'closed' ? 2 : 0) + (id === ticketId ? 0 : 1)
  const mayStand = await rightsOf(deps, userId)
  let isRefused = false
  for (const { ticketId: id } of tickets.sort((a, b) => rank(a) - rank(b))) {
    const chat = await chats.of(id)
    if (!chat?.hasConnection) continue
    const isClosed = chat.ticket.status === 'closed'
    if (isClosed && isRefused) break
    const mayOpen = mayStand(chat)
    if (mayOpen && isOfChosen(asked, chat)) return ok(id)
    isRefused ||= !isClosed && !mayOpen
  }
  if (isRefused) return err(domainError('ERR_SCHEDULE_NOT_ALLOWED'))
  return openTicket(deps, contactId, asked, meta)
}

/** The message has its id from where the record became AGENDADA, so a repetition is about the same one. */
const sendingOf = (work: DueWorkDoc, { position }: { readonly position: string }): Meta =>
  metaOf(work, derivedUuid('schedule-sent', work.ref, position))
const endOf = (sending: Meta): Meta => followUp(sending, 'settled')
/** The message stands in the conversation. A "1" of the contact answers it, not the question how the last one was. */
const endQuestion = async ({ kernel, activeTickets }: Deps, { ticketId }: PlannedMessage, sending: Meta) => {
  const { state } = await kernel.load(ticketDecider, streams.ticket(Number(ticketId)))
  const held = await activeTickets.holder(state)
  if (held !== null) await endRatingQuestion(kernel, held.loaded.state, followUp(sending, 'question'))
}

/** The planned messages in the conversation, whatever became of the ticket and its contact. */
const messagesOf = async (
  { kernel, lists }: Deps,
  { ticketId, fileListId }: PlannedMessage,
  sending: Meta,
) => {
  const ticket = await kernel.load(ticketDecider, streams.ticket(Number(ticketId)))
  const { messageId } = await requestedId(kernel, ticket.state, sending, 0)
  const { state } = await kernel.load(messageDecider, streams.message(messageId))
  const listed = fileListId === null ? [] : await lists.messages(ticket.state, fileListId, sending)
  return [state, ...listed]
}
const areRequested = (messages: readonly MessageState[]): boolean => messages.every(({ exists }) => exists)
/** Records the outcome of its messages. Until WhatsApp has all of them, the record stays unchanged. */
const settleAs = async (deps: Deps, work: DueWorkDoc, messages: readonly MessageState[], sending: Meta) => {
  const to = outcomeOfAll(messages)
  if (to !== null) await setOutcome(deps, work, { status: 'AGENDADA' }, to, endOf(sending))
}
/** Asks for the message and its files. */
const requestMessages = async (
  deps: Deps,
  stored: PlannedMessage,
  sending: Meta,
): Promise<Result<unknown, DomainError>> => {
  const { chats, lists } = deps
  const chat = chatOf(await chats.of(Number(stored.ticketId)))
  if (!chat.ok) return chat
  if (!isOfChosen(stored, chat.value)) return err(domainError('ERR_SCHEDULE_CONNECTION_GONE'))
  const { media, userId } = stored
  // a ticket that was opened for the message may wait for anybody, in no queue
  const { ticket } = chat.value
  const isSomebodys = ticket.queueId !== null || ticket.userId !== null
  if (isSomebodys && !(await rightsOf(deps, userId))(chat.value)) {
    return err(domainError('ERR_SCHEDULE_NOT_ALLOWED'))
  }
  const sender = { source: 'schedule', userId, scheduleId: stored.id } as const
  const asked = await deps.requestCopy(
    chat.value,
    {
      body: await chats.render(stored.body, chat.value),
      kind: media === null ? 'conversation' : kindOfType(media.mimetype),
      media: media && { ...media, seconds: null, voice: false },
      ...sender,
      quotedId: null,
    },
    sending,
  )
  if (!asked.ok || stored.fileListId === null) return asked
  return lists.send(chat.value, stored.fileListId, sender, sending)
}

/** Sends a planned message at its time, or records why it was not sent. */
const sendPlanned = async (deps: Deps, work: DueWorkDoc): Promise<void> => {
  const begin = metaOf(work, derivedUuid('schedule', work.ref, work.since))
  await giveMessages(deps, work, followUp(begin, 'given'))
  const asked = await storedOf(deps, work)
  if (asked?.status === 'PENDENTE' && asked.sendAt === work.dueAt) {
    const from = { status: asked.status, sendAt: work.dueAt }
    const found = await ticketFor(deps, asked, followUp(begin, 'ticket'))
    if (!found.ok) return setOutcome(deps, work, from, failedOutcome(found.error), begin)
    await setOutcome(deps, work, from, { status: 'AGENDADA', ticketId: found.value }, begin)
  }
  const stored = await storedOf(deps, work)
  // the message was cancelled, or planned for another time
  if (stored?.status !== 'AGENDADA') return
  const meta = sendingOf(work, stored)
  const before = await messagesOf(deps, stored, meta)
  // nothing more of it goes out once one has failed
  const hasFailed = outcomeOfAll(before)?.status === 'ERRO'
  const asks = hasFailed || areRequested(before) ? ok(null) : await requestMessages(deps, stored, meta)
  if (!asks.ok) return setOutcome(deps, work, { status: 'AGENDADA' }, failedOutcome(asks.error), endOf(meta))
  await endQuestion(deps, stored, meta)
  // a file that is gone from the store is no message, and nothing waits for it
  const messages = (await messagesOf(deps, stored, meta)).filter(({ exists }) => exists)
  await settleAs(deps, work, messages, meta)
}

/** Records why a planned message could not be sent. */
const giveUp = async (deps: Deps, work: DueWorkDoc, reason: string): Promise<void> => {
  const stored = await storedOf(deps, work)
  if (stored?.status === 'AGENDADA') {
    const meta = sendingOf(work, stored)
    const messages = await messagesOf(deps, stored, meta)
    if (areRequested(messages)) return settleAs(deps, work, messages, meta)
  }
  const meta = metaOf(work, derivedUuid('schedule-given-up', work.ref, work.since))
  // an unknown reason is shown as an internal error
  const error = Object.hasOwn(ERRORS, reason) ? reason : 'ERR_INTERNAL'
  // A record that was sent or rescheduled meanwhile stays unchanged.
  const open = [{ status: 'AGENDADA' }, { status: 'PENDENTE', sendAt: work.dueAt }] as const
  for (const from of open) {
    await setOutcome(deps, work, from, { status: 'ERRO', error }, followUp(meta, from.status))
  }
}

/**
 * Sends planned messages at their time, each once (docs/decisions/0026-planned-messages.md). The due work lasts until
 * WhatsApp has the message or it has failed: the view wakes it then. First the status becomes AGENDADA, and from then
 * on nobody can change the record. The message's id comes from that event, so a repetition after a crash requests the
 * same message.
 */
export const createScheduledMessages = (
  given: AreaDeps & Pick<Deps, 'chats' | 'activeTickets'>,
): DuePool<'schedule'> => {
  const lists = createSendList(given)
  const deps = { ...given, lists, openFor: createOpenFor(given), requestCopy: createRequestCopy(given) }
  return createDuePool(deps, {
    kind: 'schedule',
    ...OF_A_MOMENT,
    run: (work) => sendPlanned(deps, work),
    giveUp: (work, reason) => giveUp(deps, work, reason),
  })
}
