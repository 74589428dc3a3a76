import type { ReportOf } from '@guiche/contracts/bus/reports.js'
import { lacksName } from '@guiche/contracts/contact/name.js'
import { type Actor, SYSTEM } from '@guiche/contracts/envelope.js'
import { type DomainError, domainError } from '@guiche/contracts/errors.js'
import { assignmentOf } from '@guiche/contracts/events/ticket.js'
import { isWanted } from '@guiche/contracts/message/history-import.js'
import { err, ok, type Result } from '@guiche/contracts/result.js'
import { streams } from '@guiche/contracts/streams.js'
import { messageIdOf } from '@guiche/infra/ids.js'
import { connectionsDecider } from '../connections/decide.js'
import { historyDecider } from '../connections/history.js'
import { type ErasedMessage, isErased, tellErased } from '../contact/erased.js'
import type { Contacts } from '../contact/resolve.js'
import { updateContact } from '../contact/update-contact.js'
import { tellUsername } from '../contact/username.js'
import type { AreaDeps } from '../deps.js'
import type { Meta } from '../kernel/kernel.js'
import { followUp } from '../kernel/meta.js'
import type { Chats } from '../message/chats.js'
import type { ReceivedData } from '../message/commands.js'
import { messageDecider } from '../message/decide.js'
import type { MessageState } from '../message/state.js'
import { ticketDecider } from '../ticket/decide.js'
import { closedUnseen } from '../ticket/state.js'
import type { Forget } from './forget.js'
import { type InboundTicketDeps, settingOf, ticketForMessage } from './inbound-ticket.js'
import { identitiesOf, nameOf, pushNameOf, receivedOf, speaksForItself, userOf } from './message-report.js'
import { takeRatingReply } from './rating-question.js'
import { isSameChat } from './same-chat.js'

export interface InboundDeps extends InboundTicketDeps, Pick<AreaDeps, 'eventStore' | 'documents'> {
  readonly contacts: Contacts
  readonly forget: Forget
  readonly chats: Chats
}

type Message = ReportOf<'message'>
/** `dropped`: the reason why a report is ignored, for example a forged or foreign one. */
export type Outcome = 'done' | { readonly dropped: string }
export type InboundResult = Promise<Result<Outcome, DomainError>>

/** Reopens a ticket if the user who closed the ticket had not seen this message. */
const reopenIfUnseen = async (
  { kernel, activeTickets }: InboundDeps,
  report: Message,
  ticketId: number,
  position: () => Promise<string | null>,
  meta: Meta,
): Promise<DomainError | null> => {
  if (report.fromMe || report.imported) return null
  const { state } = await kernel.load(ticketDecider, streams.ticket(ticketId))
  if (state.status !== 'closed') return null
  const at = await position()
  if (at === null || !closedUnseen(state, at)) return null
  const back = await activeTickets.run(
    ticketId,
    { kind: 'resume' },
    followUp(meta, 'return', ticketId, state.closePosition ?? ''),
  )
  // success, another active ticket of the contact, or a deleted ticket: all need no reopening
  if (back.ok || 'taken' in back.error || back.error.code === 'ERR_NO_TICKET_FOUND') return null
  return back.error
}

/** Applies a stored message to its ticket: answers the rating question, else reopens a ticket closed unseen. */
const applyToTicket = async (
  deps: InboundDeps,
  report: Message,
  ids: { readonly ticketId: number; readonly messageId: string },
  position: () => Promise<string | null>,
  meta: Meta,
): InboundResult => {
  const taken = await takeRatingReply(deps.kernel, report, ids, meta)
  if (!taken.ok) return taken
  const failed = taken.value ? null : await reopenIfUnseen(deps, report, ids.ticketId, position, meta)
  return failed === null ? ok('done') : err(failed)
}

/** Whether a known message was sent by the sender of this report. */
const isSameSender = async (deps: InboundDeps, report: Message, state: MessageState): Promise<boolean> => {
  const { participant } = report
  if (participant !== null && state.participant !== null && participant !== state.participant) {
    const sameServer = participant.split('@')[1] === state.participant.split('@')[1]
    if (sameServer && userOf(participant) !== userOf(state.participant)) return false
  }
  return report.remoteJid === state.jid || isSameChat(deps, report.companyId, report.peer, state)
}

/** Removes a message whose contact is erased, and drops the report. */
const leaveOut = async (deps: InboundDeps, report: Message, messageId: string): InboundResult => {
  const { companyId, connectionId, waId } = report
  await deps.forget.message({ companyId, connectionId, messageId, waId })
  return ok({ dropped: 'contact erased' })
}

/** Removes a message that arrived during the erasure of its contact, with the ticket that it may have opened. */
const takeBack = async (
  deps: InboundDeps,
  report: Message,
  { messageId, ticketId, contactId, connectionId }: Pick<ReceivedData, keyof ErasedMessage>,
  meta: Meta,
): InboundResult => {
  const { state } = await deps.kernel.load(ticketDecider, streams.ticket(ticketId))
  const ticket = state.contactId === contactId ? await deps.forget.ticket(ticketId, meta) : null
  const failed = ticket?.ok === false && 'code' in ticket.error ? ticket.error : null
  if (failed?.code === 'ERR_UNAVAILABLE') return err(failed)
  const told = await tellErased(deps.kernel, [{ messageId, ticketId, contactId, connectionId }], meta)
  return told.ok ? leaveOut(deps, report, messageId) : told
}

/** Completes a known message: content that could not be read before, and the steps after it. */
const completeMessage = async (
  deps: InboundDeps,
  report: Message,
  state: MessageState,
  meta: Meta,
): InboundResult => {
  const { kernel, eventStore } = deps
  if (state.companyId !== report.companyId) return ok({ dropped: 'another company' })
  const stream = streams.message(state.messageId)
  if (await isErased(kernel, state.contactId)) return takeBack(deps, report, state, meta)
  if (!(await isSameSender(deps, report, state))) {
    const { remoteJid, body } = report
    const parked = await kernel.execute(
      messageDecider,
      stream,
      { kind: 'park', remoteJid, body },
      followUp(meta, 'park', remoteJid),
    )
    return parked.ok ? ok('done') : parked
  }
  if (state.kind === 'unreadable') {
    const command = { kind: 'receive', data: receivedOf(report, state) } as const
    const read = await kernel.execute(messageDecider, stream, command, followUp(meta, 'recover'))
    if (!read.ok) return read
  }
  if (state.requested) {
    // the echo proves that it was sent, even when the report of sending is lost
    const sent = await kernel.execute(messageDecider, stream, { kind: 'sent' }, followUp(meta, 'echo'))
    if (!sent.ok) return sent
  }
  const acknowledged = await kernel.execute(
    messageDecider,
    stream,
    { kind: 'acknowledge', ack: report.ack },
    followUp(meta, 'ack', report.ack),
  )
  if (!acknowledged.ok) return acknowledged
  const first = async () => (await eventStore.read(stream, { limit: 1 }))[0]?.position ?? null
  if (state.requested) return ok('done')
  return applyToTicket(deps, report, state, first, meta)
}

/** Stores a new message: contact, ticket, message, and a second look at the contact and the ticket. */
const receiveMessage = async (
  deps: InboundDeps,
  report: Message,
  queueId: number | null,
  messageId: string,
  meta: Meta,
): InboundResult => {
  const { kernel, contacts, chats } = deps
  const { connectionId, fromMe, imported } = report
  const pushName = pushNameOf(report)
  // an old message may carry an old username: a known contact already got the new one
  const { username } = report.peer
  const called = { name: nameOf(report), pushName, username }
  const draft = { ...called, email: '', extraInfo: [], connectionId, imported }
  const contact = await contacts.resolve(identitiesOf(report.peer), draft, meta)
  if (!contact.ok && contact.error.code === 'ERR_CONTACT_ERASED') return leaveOut(deps, report, messageId)
  if (!contact.ok) return contact
  const { contactId, state, created } = contact.value
  if (created && username !== undefined) {
    const told = await tellUsername(deps, contactId, username, meta)
    if (!told.ok) return told
  }
  if (pushName !== undefined && (pushName !== state.pushName || lacksName(state))) {
    const named = await updateContact(kernel, contactId, { kind: 'push-name', pushName, imported }, meta)
    // an erased contact stops the message later; a merged contact's ticket is moved elsewhere
    if (!named.ok) return named
  }
  if (!fromMe && !imported) {
    chats.wroteFrom(connectionId, contactId, report.remoteJid)
    const reached = state.active || (await updateContact(kernel, contactId, { kind: 'reached' }, meta))
    if (reached !== true && !reached.ok) return reached
  }
  const actor: Actor = fromMe ? SYSTEM : { kind: 'contact', id: contactId }
  const own: Meta = { ...meta, actor }
  const ticket = await ticketForMessage(deps, report, contact.value, queueId, own)
  if (!ticket.ok) return err('taken' in ticket.error ? domainError('ERR_UNAVAILABLE') : ticket.error)
  const { ticketId } = ticket.value.state
  const received = await kernel.execute(
    messageDecider,
    streams.message(messageId),
    {
      kind: 'receive',
      data: {
        ...receivedOf(report, { messageId, ticketId, contactId }),
        standing: assignmentOf(ticket.value.state),
      },
    },
    own,
    { fresh: true },
  )
  if (!received.ok && received.error.code === 'ERR_CONTACT_ERASED') return leaveOut(deps, report, messageId)
  if (!received.ok) return received
  if (await isErased(kernel, contactId)) return takeBack(deps, report, received.value.state, own)
  return applyToTicket(deps, report, { ticketId, messageId }, async () => received.value.position, own)
}

/**
 * Handles one message from the gateway: contact, ticket, message, and a second check of the ticket. Every step is
 * idempotent and first asks whether the message is known, so a redelivery only completes. Errors: ERR_UNAVAILABLE,
 * which is tried again; other errors are faults.
 */
export const handleMessage = async (deps: InboundDeps, report: Message, meta: Meta): InboundResult => {
  const { kernel, records } = deps
  const { companyId, connectionId } = report
  const { state } = await kernel.load(connectionsDecider, streams.connections(companyId))
  const connection = state.all.get(connectionId)
  if (connection === undefined) return ok({ dropped: 'not a connection of the company' })
  if (!speaksForItself(report)) return ok({ dropped: 'sender is not the chat' })
  if (report.imported) {
    const { state: wish } = await kernel.load(historyDecider, streams.history(connectionId))
    const message = { sentAt: report.sentAt, isGroup: report.peer.group !== null }
    if (wish === null || !isWanted(wish, message)) return ok({ dropped: 'history that nobody asked for' })
  } else if (report.peer.group !== null) {
    if (settingOf(await records.company(companyId), 'CheckMsgIsGroup') === 'enabled') {
      return ok({ dropped: 'groups are ignored' })
    }
  }
  const messageId = messageIdOf(connectionId, report.fromMe, report.waId)
  const known = await kernel.load(messageDecider, streams.message(messageId))
  if (known.state.exists) return completeMessage(deps, report, known.state, meta)
  if (await kernel.isRemoved(streams.message(messageId))) return leaveOut(deps, report, messageId)
  // with a single queue there is nothing to choose
  const [queueId = null] = connection.queueIds.length === 1 ? connection.queueIds : []
  return receiveMessage(deps, report, queueId, messageId, meta)
}
