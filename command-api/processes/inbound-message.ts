import { type Actor, SYSTEM } from '@guiche/contracts/envelope.js'
import type { DomainError } from '@guiche/contracts/errors.js'
import type { Identity } from '@guiche/contracts/events/contact.js'
import type { Peer, ReportOf } from '@guiche/contracts/reports.js'
import { err, ok, type Result } from '@guiche/contracts/result.js'
import { SETTINGS, type SettingKey } from '@guiche/contracts/settings.js'
import { streams } from '@guiche/contracts/streams.js'
import type { Clock } from '@guiche/infra/clock.js'
import type { EventStore } from '@guiche/infra/event-store/event-store.js'
import { messageIdOf, newUuid } from '@guiche/infra/ids.js'
import type { Documents } from '@guiche/infra/records/documents.js'
import type { Records } from '@guiche/infra/records/records.js'
import { connectionsDecider } from '../connections/decide.js'
import { contactDecider } from '../contact/decide.js'
import { type ErasedMessage, type Forget, isErased, tellErased } from '../contact/forget.js'
import type { FoundContact } from '../contact/identities.js'
import type { Contacts } from '../contact/resolve.js'
import { followUp } from '../http/meta.js'
import type { CommandIds, Kernel, Meta, Sequences } from '../kernel/kernel.js'
import type { Chats } from '../message/chats.js'
import type { Received } from '../message/commands.js'
import { messageDecider } from '../message/decide.js'
import type { MessageState } from '../message/state.js'
import { createAdopt } from '../ticket/adopt.js'
import { ticketDecider } from '../ticket/decide.js'
import type { Places } from '../ticket/place.js'
import { closedUnseen, standingOf } from '../ticket/state.js'

export interface InboundDeps {
  readonly kernel: Kernel
  readonly eventStore: Pick<EventStore, 'read'>
  readonly commandIds: CommandIds
  readonly sequences: Sequences
  readonly contacts: Contacts
  readonly places: Places
  readonly forget: Forget
  readonly chats: Chats
  readonly records: Pick<Records, 'company'>
  readonly documents: Pick<Documents, 'find'>
  readonly clock: Clock
}

type Message = ReportOf<'message'>
/** `dropped` with why: it is not for us, or not to be believed. */
export type Outcome = 'done' | { readonly dropped: string }

/** Everything that a peer is known by; a group by its id alone. */
export const identitiesOf = ({ pn, lid, group }: Peer): Identity[] => {
  if (group !== null) return [{ kind: 'group', value: group }]
  const found: Identity[] = []
  if (pn !== null) found.push({ kind: 'pn', value: pn })
  if (lid !== null) found.push({ kind: 'lid', value: lid })
  return found
}

/** The user part of an address, without device and server. */
const userOf = (jid: string): string => jid.split('@')[0]?.split(/[:_]/)[0] ?? ''

/** Whether the address is one of those that the peer is said to have: nobody speaks for another one. */
const speaksForItself = ({ peer, remoteJid }: Message): boolean =>
  identitiesOf(peer).some(({ value }) => value === userOf(remoteJid))

const nameOf = (report: Message): string => {
  const { name, pn, group } = report.peer
  // what stands beside an own message is our own name
  const given = report.fromMe && group === null ? null : name?.trim()
  return given || pn || group || ''
}

const settingOf = (company: { settings: Readonly<Record<string, string>> } | null, key: SettingKey): string =>
  company?.settings[key] ?? SETTINGS[key].default

const receivedOf = (
  report: Message,
  ids: Pick<Received, 'messageId' | 'ticketId' | 'contactId'>,
): Received => {
  const { connectionId, waId, quotedWaId, quotedFromMe, media, mediaPending } = report
  return {
    messageId: ids.messageId,
    ticketId: ids.ticketId,
    contactId: ids.contactId,
    connectionId,
    waId,
    kind: report.type,
    body: report.body,
    // also while the file is still to be fetched: its name, and that it is a voice note, are known already
    media: mediaPending && media !== null ? { ...media, blobId: '' } : media,
    quotedId: quotedWaId === null ? null : messageIdOf(connectionId, quotedFromMe ?? false, quotedWaId),
    forwarded: report.forwarded,
    fromMe: report.fromMe,
    remoteJid: report.remoteJid,
    participant: report.participant,
    mediaPending,
    sentAt: report.sentAt,
    imported: report.imported,
    ack: report.ack,
  }
}

/**
 * Takes one message that the gateway saw: contact, ticket, message, and a second look at the ticket. Every step is
 * harmless when repeated, and all of them begin with whether the message is known, so a redelivery only completes.
 * Errors: ERR_UNAVAILABLE, on which it is tried again; others are faults.
 */
export const createInboundMessage = (deps: InboundDeps) => {
  const { kernel, eventStore, commandIds, sequences, contacts, places, forget, chats, records, clock } = deps
  const adopt = createAdopt(deps)

  /** A ticket that was closed by someone who had not seen this message returns. */
  const lookAgain = async (
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
    const back = await places.run(
      ticketId,
      { kind: 'resume' },
      followUp(meta, 'return', ticketId, state.closePosition ?? ''),
    )
    // another active ticket of the contact is where this is seen, and a deleted one needs no return
    if (back.ok || 'taken' in back.error || back.error.code === 'ERR_NO_TICKET_FOUND') return null
    return back.error
  }

  const sameSender = async (report: Message, state: MessageState): Promise<boolean> => {
    const { participant } = report
    if (participant !== null && state.participant !== null && participant !== state.participant) {
      const sameServer = participant.split('@')[1] === state.participant.split('@')[1]
      if (sameServer && userOf(participant) !== userOf(state.participant)) return false
    }
    if (report.remoteJid === state.jid) return true
    const found = await contacts.find(report.companyId, identitiesOf(report.peer))
    if (found === null) return false
    if (found.contactId === state.contactId) return true
    const known = await kernel.load(contactDecider, streams.contact(state.contactId))
    return known.state.mergedInto === found.contactId
  }

  /** Nothing stays of a message whose contact is erased, and it is not taken again. */
  const leaveOut = async (report: Message, messageId: string): Promise<Result<Outcome, DomainError>> => {
    const { companyId, connectionId, waId } = report
    await forget.message({ companyId, connectionId, messageId, waId })
    return ok({ dropped: 'contact erased' })
  }

  /** It was taken while its contact was erased: taken back, with the ticket that it may have opened. */
  const takeBack = async (
    report: Message,
    { messageId, ticketId, contactId, connectionId }: Pick<Received, keyof ErasedMessage>,
    meta: Meta,
  ): Promise<Result<Outcome, DomainError>> => {
    const { state } = await kernel.load(ticketDecider, streams.ticket(ticketId))
    const ticket = state.contactId === contactId ? await forget.ticket(ticketId, contactId, meta) : null
    const failed = ticket?.ok === false && 'code' in ticket.error ? ticket.error : null
    if (failed?.code === 'ERR_UNAVAILABLE') return err(failed)
    const told = await tellErased(kernel, [{ messageId, ticketId, contactId, connectionId }], meta)
    return told.ok ? leaveOut(report, messageId) : told
  }

  /**
   * The message is known: nothing of it is written again, only what is missing: its content where it could not be
   * read, and what comes after it.
   */
  const complete = async (
    report: Message,
    state: MessageState,
    meta: Meta,
  ): Promise<Result<Outcome, DomainError>> => {
    if (state.companyId !== report.companyId) return ok({ dropped: 'another company' })
    const stream = streams.message(state.messageId)
    if (await isErased(kernel, state.contactId)) return takeBack(report, state, meta)
    if (!(await sameSender(report, state))) {
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
      const data = receivedOf(report, state)
      const read = await kernel.execute(
        messageDecider,
        stream,
        { kind: 'receive', data },
        followUp(meta, 'recover'),
      )
      if (!read.ok) return read
    }
    if (state.requested) {
      // its echo shows that it went out, whatever became of the report of sending
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
    const failed = state.requested ? null : await lookAgain(report, state.ticketId, first, meta)
    return failed === null ? ok('done') : err(failed)
  }

  const findTicket = async (report: Message, contact: FoundContact, queueId: number | null, meta: Meta) => {
    const { companyId, connectionId } = report
    const company = await records.company(companyId)
    const place = { companyId, contactId: contact.contactId, connectionId }
    return places.find(
      place,
      {
        isGroup: contact.state.isGroup,
        imported: report.imported,
        // what was written on our own phone, or long ago, waits for nobody
        resume: !report.fromMe && !report.imported,
        now: clock.now().toISOString(),
        reopenWindowMinutes: Number(settingOf(company, 'reopenWindowMinutes')),
        queueId,
        adopt: () => adopt(place, meta),
        ids: async () => {
          const ids = await commandIds.get<'ticketId' | 'uuid'>(followUp(meta, 'ticket'), async () => ({
            ticketId: await sequences.next('ticket'),
            uuid: newUuid(),
          }))
          if (!ids.ok) return ids
          return ok({ ticketId: Number(ids.value.ticketId), uuid: String(ids.value.uuid) })
        },
      },
      meta,
    )
  }

  const receive = async (
    report: Message,
    queueId: number | null,
    messageId: string,
    meta: Meta,
  ): Promise<Result<Outcome, DomainError>> => {
    const { connectionId, fromMe } = report
    const draft = { name: nameOf(report), email: '', extraInfo: [], connectionId }
    const contact = await contacts.resolve(identitiesOf(report.peer), draft, meta)
    if (!contact.ok && contact.error.code === 'ERR_CONTACT_ERASED') return leaveOut(report, messageId)
    if (!contact.ok) return contact
    const { contactId } = contact.value
    if (!fromMe && !report.imported) chats.wroteFrom(connectionId, contactId, report.remoteJid)
    const actor: Actor = fromMe ? SYSTEM : { kind: 'contact', id: contactId }
    const own: Meta = { ...meta, actor }
    const ticket = await findTicket(report, contact.value, queueId, own)
    if (!ticket.ok) return ticket
    const { ticketId } = ticket.value
    const received = await kernel.execute(
      messageDecider,
      streams.message(messageId),
      {
        kind: 'receive',
        data: {
          ...receivedOf(report, { messageId, ticketId, contactId }),
          standing: standingOf(ticket.value.state),
        },
      },
      own,
      { fresh: true },
    )
    if (!received.ok && received.error.code === 'ERR_CONTACT_ERASED') return leaveOut(report, messageId)
    if (!received.ok) return received
    if (await isErased(kernel, contactId)) return takeBack(report, received.value.state, own)
    const failed = await lookAgain(report, ticketId, async () => received.value.position, own)
    return failed === null ? ok('done') : err(failed)
  }

  return async (report: Message, meta: Meta): Promise<Result<Outcome, DomainError>> => {
    const { companyId, connectionId } = report
    const { state } = await kernel.load(connectionsDecider, streams.connections(companyId))
    const connection = state.all.get(connectionId)
    if (connection === undefined) return ok({ dropped: 'not a connection of the company' })
    if (!speaksForItself(report)) return ok({ dropped: 'sender is not the chat' })
    if (report.peer.group !== null) {
      if (settingOf(await records.company(companyId), 'CheckMsgIsGroup') === 'enabled') {
        return ok({ dropped: 'groups are ignored' })
      }
    }
    const messageId = messageIdOf(connectionId, report.fromMe, report.waId)
    const known = await kernel.load(messageDecider, streams.message(messageId))
    if (known.state.exists) return complete(report, known.state, meta)
    if (await kernel.isRemoved(streams.message(messageId))) return leaveOut(report, messageId)
    // with a single queue there is nothing to choose
    const [queueId = null] = connection.queueIds.length === 1 ? connection.queueIds : []
    return receive(report, queueId, messageId, meta)
  }
}
