import type { Report, ReportOf, WhatsAppAddress } from '@guiche/contracts/bus/reports.js'
import { pick } from '@guiche/contracts/pick.js'
import { err, ok } from '@guiche/contracts/result.js'
import { streams } from '@guiche/contracts/streams.js'
import { hmacName, messageIdOf } from '@guiche/infra/ids.js'
import { connectionsDecider } from '../connections/decide.js'
import { historyDecider } from '../connections/history.js'
import { handleConnectionReport } from '../connections/report.js'
import { contactDecider } from '../contact/decide.js'
import { eraseReactors, isErased } from '../contact/erased.js'
import type { Contacts } from '../contact/resolve.js'
import { updateContact } from '../contact/update-contact.js'
import { tellUsername } from '../contact/username.js'
import type { AreaDeps } from '../deps.js'
import { atRevision, STREAM_CHANGED } from '../kernel/at-revision.js'
import type { Meta } from '../kernel/kernel.js'
import { followUp } from '../kernel/meta.js'
import type { MessageCommand } from '../message/commands.js'
import { messageDecider } from '../message/decide.js'
import { type ReactorNames, reactorDecider, reactorIn } from '../message/reactor.js'
import type { MessageState } from '../message/state.js'
import { readMarksDecider } from '../ticket/read-marks.js'
import { markReadOnPhone } from '../ticket/reading.js'
import type { Forget } from './forget.js'
import type { InboundResult } from './inbound-message.js'
import { identitiesOf, userOf } from './message-report.js'
import { takeEditedReply } from './rating-question.js'
import { isSameChat } from './same-chat.js'

export interface UpdateDeps extends Pick<AreaDeps, 'kernel' | 'blobs' | 'documents' | 'nameKeys'> {
  readonly contacts: Contacts
  readonly forget: Forget
}

type AboutMessage = Exclude<
  Report,
  {
    kind:
      | 'message'
      | 'connection'
      | 'history'
      | 'identities'
      | 'username'
      | 'blocked'
      | 'picture'
      | 'receipts'
  }
>
/** WhatsApp's status from which on a message counts as read. */
const READ_ACK = 4

const commandOf = (report: AboutMessage): MessageCommand => {
  switch (report.kind) {
    case 'ack':
      return { kind: 'acknowledge', ack: report.ack }
    case 'sent':
      return { kind: 'sent' }
    case 'failed':
      return {
        ...{ kind: 'fail', what: report.what, code: report.code },
        ...(report.body !== undefined && { body: report.body }),
      }
    case 'media':
      return { kind: 'store-media', media: report.media }
    case 'edited':
      return { kind: 'edited', ...pick(report, 'body', 'by', 'author', 'unreadable') }
    case 'revoked':
      return { kind: 'revoked', ...pick(report, 'by', 'author', 'byAdmin') }
    case 'reacted':
      return { kind: 'reacted', ...pick(report, 'emoji', 'by') }
  }
}

/** The member of a group that has reacted, or null. */
const memberOf = ({ by, author = null }: ReportOf<'reacted'>): WhatsAppAddress | null =>
  by === 'contact' && author !== null && (author.pn ?? author.lid) !== null ? author : null

/** Whether a file belongs to this company: another company's file is never shown, whatever a report says. */
const isOwnBlob = async ({ blobs }: UpdateDeps, companyId: number, blobId: string): Promise<boolean> =>
  (await blobs.info(blobId))?.companyId === companyId

/** Removes a file that arrived after the erasure of its contact. */
const removeOwn = async (deps: UpdateDeps, companyId: number, blobId: string | null): Promise<void> => {
  if (blobId !== null && (await isOwnBlob(deps, companyId, blobId))) await deps.blobs.remove(blobId)
}

const namesOf = (key: Buffer, messageId: string, { pn, lid }: WhatsAppAddress): ReactorNames => {
  const digest = (kind: string, value: string | null) =>
    value === null ? null : hmacName(key, messageId, kind, value)
  return { pn: digest('pn', pn), lid: digest('lid', lid) }
}

/** First who it is, then the reaction: who reads the reaction finds the name. */
const reactedBy = async (
  { kernel, nameKeys }: UpdateDeps,
  report: ReportOf<'reacted'>,
  by: WhatsAppAddress,
  state: MessageState,
  meta: Meta,
) => {
  const reactor = namesOf(nameKeys.reactors, state.messageId, by)
  const reactorId = reactorIn(state, reactor).id
  const ids = { reactorId, ...pick(state, 'messageId', 'ticketId', 'contactId', 'connectionId') }
  if (report.emoji !== '' && !state.deleted) {
    const named = { ...ids, author: pick(by, 'pn', 'lid', 'name') }
    const own = followUp(meta, 'reactor')
    const told = await kernel.execute(reactorDecider, streams.reactor(reactorId), named, own)
    // an erased person stays unnamed at this message
    if (!told.ok && told.error.code !== 'ERR_CONTACT_ERASED') return told
  }
  const command = { ...commandOf(report), reactor }
  const done = await kernel.execute(messageDecider, streams.message(state.messageId), command, meta)
  // otherwise the message was erased meanwhile
  if (done.ok || done.error.code === 'ERR_UNAVAILABLE') return done
  const erased = await eraseReactors(kernel, [ids], meta)
  return erased.ok ? done : erased
}

/** Handles a report about a known message. */
const updateMessage = async (deps: UpdateDeps, report: AboutMessage, meta: Meta): InboundResult => {
  const { kernel, blobs } = deps
  const messageId = messageIdOf(report.connectionId, report.fromMe, report.waId)
  if ('messageId' in report && report.messageId !== messageId) return ok({ dropped: 'ids do not match' })
  const stream = streams.message(messageId)
  const { state } = await kernel.load(messageDecider, stream)
  if (!state.exists) {
    if (await kernel.isRemoved(stream)) {
      await deps.forget.message({ ...report, messageId })
      if (report.kind === 'media') await removeOwn(deps, report.companyId, report.media.blobId)
    }
    return ok({ dropped: 'unknown message' })
  }
  if (state.companyId !== report.companyId) return ok({ dropped: 'unknown message' })
  const chat = 'chat' in report ? report.chat : undefined
  if (chat !== undefined && !(await isSameChat(deps, report.companyId, chat, state))) {
    return ok({ dropped: 'another chat' })
  }
  if (report.kind === 'media' && !(await isOwnBlob(deps, report.companyId, report.media.blobId))) {
    return ok({ dropped: 'unknown file' })
  }
  // Before the acknowledgement, by which a repetition knows that all is done.
  if (report.kind === 'ack' && !state.fromMe && report.ack >= READ_ACK && state.ack < READ_ACK) {
    const marked = await markReadOnPhone(kernel, state, followUp(meta, 'read'))
    if (!marked.ok) return marked
  }
  const member = report.kind === 'reacted' ? memberOf(report) : null
  const done = await (report.kind === 'reacted' && member !== null
    ? reactedBy(deps, report, member, state, meta)
    : kernel.execute(messageDecider, stream, commandOf(report), meta))
  if (report.kind === 'media' && (await isErased(kernel, state.contactId))) {
    await removeOwn(deps, report.companyId, report.media.blobId)
  }
  if (!done.ok) return done
  if (report.kind === 'edited' && report.by === 'contact' && !report.unreadable) {
    const taken = await takeEditedReply(kernel, done.value.state, report.body, meta)
    if (!taken.ok) return taken
  }
  if (report.kind === 'media') for (const blobId of done.value.state.formerFiles) await blobs.remove(blobId)
  const { contactId, jid } = state
  if (report.kind === 'failed' && report.code === 'ERR_WAPP_INVALID_CONTACT')
    return updateContact(kernel, contactId, { kind: 'unknown', number: userOf(jid) }, meta)
  if (report.kind !== 'sent') return ok('done')
  const contact = await kernel.load(contactDecider, streams.contact(contactId))
  return contact.state.active ? ok('done') : updateContact(kernel, contactId, { kind: 'reached' }, meta)
}

const updateIdentities = async (
  deps: UpdateDeps,
  report: ReportOf<'identities'>,
  meta: Meta,
): InboundResult => {
  const { contacts } = deps
  const told = identitiesOf(report.peer)
  if ((await contacts.find(report.companyId, told)) === null) return ok({ dropped: 'unknown contact' })
  const draft = {
    name: report.peer.name ?? '',
    email: '',
    extraInfo: [],
    connectionId: report.connectionId,
  }
  const done = await contacts.resolve(told, draft, meta)
  return done.ok ? ok('done') : done
}

const updateUsername = async (deps: UpdateDeps, report: ReportOf<'username'>, meta: Meta): InboundResult => {
  const found = await deps.contacts.find(report.companyId, identitiesOf(report.peer))
  if (found === null) return ok({ dropped: 'unknown contact' })
  if (found.state.username === report.username) return ok('done')
  return tellUsername(deps, found.contactId, report.username, meta)
}

const updateBlocked = async (deps: UpdateDeps, report: ReportOf<'blocked'>, meta: Meta): InboundResult => {
  const { kernel, contacts } = deps
  const found = await contacts.find(report.companyId, identitiesOf(report.peer))
  if (found === null) return ok({ dropped: 'unknown contact' })
  const { connectionId } = report
  const command = { kind: 'block', connectionId, blocked: report.blocked } as const
  const done = await kernel.execute(contactDecider, streams.contact(found.contactId), command, meta)
  return done.ok ? ok('done') : done
}

const updatePicture = async (deps: UpdateDeps, report: ReportOf<'picture'>, meta: Meta): InboundResult => {
  const { kernel, contacts, blobs } = deps
  const found = await contacts.find(report.companyId, identitiesOf(report.peer))
  if (found === null) {
    await removeOwn(deps, report.companyId, report.blobId)
    return ok({ dropped: 'unknown contact' })
  }
  if (report.blobId !== null && !(await isOwnBlob(deps, report.companyId, report.blobId))) {
    return ok({ dropped: 'unknown file' })
  }
  const done = await kernel.transact({
    decider: contactDecider,
    stream: streams.contact(found.contactId),
    // at the revision seen, because the replaced picture is removed
    command: atRevision(found.revision, { kind: 'picture', blobId: report.blobId } as const),
    meta: followUp(meta, 'picture'),
  })
  const failed = done.ok ? null : done.error
  if (failed === STREAM_CHANGED) return updatePicture(deps, report, meta)
  if (await isErased(kernel, found.contactId)) await removeOwn(deps, report.companyId, report.blobId)
  if (failed !== null) return err(failed)
  const old = found.state.pictureBlobId
  if (old !== null && old !== report.blobId) await blobs.remove(old)
  return ok('done')
}

const updateReceipts = async (
  { kernel }: UpdateDeps,
  given: ReportOf<'receipts'>,
  meta: Meta,
): InboundResult => {
  const done = await kernel.execute(
    readMarksDecider,
    streams.marks(given.ticketId),
    { ...given, kind: 'given' },
    meta,
  )
  return done.ok ? ok('done') : done
}

const updateHistory = async (
  { kernel }: UpdateDeps,
  part: ReportOf<'history'>,
  meta: Meta,
): InboundResult => {
  const command = { ...part, kind: 'progress' } as const
  const done = await kernel.execute(historyDecider, streams.history(part.connectionId), command, meta)
  return done.ok ? ok('done') : done
}

/** Handles reports of the gateway about known messages, contacts and connections. */
export const handleUpdate = async (
  deps: UpdateDeps,
  report: Exclude<Report, { kind: 'message' }>,
  meta: Meta,
): InboundResult => {
  const { kernel } = deps
  if (report.kind === 'connection') {
    const done = await handleConnectionReport(kernel, report, meta)
    return done.ok ? ok('done') : done
  }
  // The message's own stream identifies it, also after its connection was deleted.
  if (!('peer' in report) && report.kind !== 'receipts' && report.kind !== 'history') {
    return updateMessage(deps, report, meta)
  }
  // comes first, so that receipts of a deleted connection are given up
  if (report.kind === 'receipts') return updateReceipts(deps, report, meta)
  const { state } = await kernel.load(connectionsDecider, streams.connections(report.companyId))
  if (!state.all.has(report.connectionId)) return ok({ dropped: 'not a connection of the company' })
  if (report.kind === 'history') return updateHistory(deps, report, meta)
  if (report.kind === 'blocked') return updateBlocked(deps, report, meta)
  if (report.kind === 'username') return updateUsername(deps, report, meta)
  return report.kind === 'identities'
    ? updateIdentities(deps, report, meta)
    : updatePicture(deps, report, meta)
}
