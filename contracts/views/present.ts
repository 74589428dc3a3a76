import type { TObject, TProperties } from '@sinclair/typebox'
import { ticketValuesOf } from '../events/ticket-fields.js'
import { type HistoryImport, runningImport } from '../message/history-import.js'
import { pick } from '../pick.js'
import { mediaUrl } from '../records/kinds/media.js'
import { NO_CONNECTION_SETTINGS } from '../settings/connection-settings.js'
import { botFieldsOf, NO_INTEGRATION } from './bot-fields.js'
import { presentCard } from './card.js'
import type { ConnectionDoc, ContactDoc, UserDoc } from './directory.js'
import { type PartsOf, refOf } from './joins.js'
import { ConnectionRecord, ContactRecord, ContactRef, TicketRecord, UserRecord, UserRow } from './records.js'
import type { TicketDoc } from './ticket.js'

/** Pure functions from documents of the views to records of the HTTP contract. Both APIs answer through them. */

/** Fields with the same name in a document and a record. */
export const presentSameFields = <P extends TProperties, D extends object>(record: TObject<P>, doc: D) =>
  pick(doc, ...(Object.keys(record.properties).filter((name) => name in doc) as (keyof D & keyof P)[]))

/**
 * Whether a moment is outside the working hours. Hours that end before they begin continue after midnight.
 */
export const isOffHours = (
  { startWork = '', endWork = '' }: Pick<UserDoc, 'startWork' | 'endWork'>,
  timezone: string,
  now: Date,
): boolean => {
  if (startWork === '' || endWork === '') return false
  const time = new Intl.DateTimeFormat('en-GB', { timeZone: timezone, timeStyle: 'short' }).format(now)
  return startWork <= endWork ? time < startWork || time >= endWork : time < startWork && time >= endWork
}

export const presentUser = (
  doc: UserDoc,
  parts: { readonly [P in keyof PartsOf<'user'>]: NonNullable<PartsOf<'user'>[P]> } & {
    readonly online: boolean
    readonly away: boolean
    readonly now: Date
  },
): UserRecord => ({
  ...presentSameFields(UserRecord, doc),
  id: doc.userId,
  allTicket: doc.allTicket ? 'enabled' : 'desabled',
  whatsappId: doc.connectionId,
  online: parts.online,
  away: parts.away,
  maxOpenTickets: doc.maxOpenTickets ?? null,
  startWork: doc.startWork ?? '',
  endWork: doc.endWork ?? '',
  offHours: isOffHours(doc, parts.company.timezone, parts.now),
  invitedUntil: doc.invitedUntil ?? null,
  queues: parts.queues.map((queue) => ({
    ...refOf('queue', queue),
    UserQueue: { userId: doc.userId, queueId: queue.queueId },
  })),
  company: {
    ...presentSameFields(UserRecord.properties.company, parts.company),
    id: parts.company.companyId,
  },
})

/** A user's record without the fields that only admins see. */
export const presentUserToAgents = (user: UserRecord): UserRecord => ({
  ...user,
  super: false,
  whatsappId: null,
  maxOpenTickets: null,
  startWork: '',
  endWork: '',
  invitedUntil: null,
})

/** A user's fields that every user of the company may read. */
export const presentUserRow = (user: UserRecord): UserRow => presentSameFields(UserRow, user)

const WAITING_REASONS: Readonly<Record<string, ConnectionRecord['waitingReason']>> = {
  ERR_WAPP_NO_ROOM: 'no-room',
  ERR_WAPP_NO_GATEWAY: 'no-gateway',
}

export const waitingReasonOf = ({ reason }: ConnectionDoc): ConnectionRecord['waitingReason'] =>
  WAITING_REASONS[reason ?? ''] ?? null

const presentImport = (last: HistoryImport | null) => {
  const running = runningImport(last)
  return {
    importOldMessages: running?.from ?? null,
    importRecentMessages: running?.to ?? null,
    importOldMessagesGroups: running?.groups ?? false,
    closedTicketsPostImported: running?.closeTickets ?? false,
    statusImportMessages: last,
  }
}

export const presentConnection = (
  doc: ConnectionDoc,
  { queues, lastImport }: PartsOf<'connection'>,
): ConnectionRecord => ({
  ...presentSameFields(ConnectionRecord, doc),
  ...presentImport(lastImport?.last ?? null),
  // documents of an earlier version of the view, which is read until its rebuild is done, have none
  mediaPath: doc.media ? mediaUrl(doc.media.blobId) : null,
  mediaName: doc.media?.fileName ?? null,
  tokenMadeAt: doc.tokenMadeAt ?? null,
  linkedNumber: doc.linkedNumber ?? null,
  id: doc.connectionId,
  waitingReason: waitingReasonOf(doc),
  qrcode: '',
  provider: 'beta',
  promptId: null,
  queues: queues.map((queue) => ({ ...refOf('queue', queue), greetingMessage: queue.greetingMessage })),
})

/** A connection for users who may only choose it: without its texts, number and state. */
export const presentConnectionToAgents = (record: ConnectionRecord): ConnectionRecord => ({
  ...record,
  number: null,
  linkedNumber: null,
  retries: 0,
  ...NO_CONNECTION_SETTINGS,
  ...presentImport(null),
  ...{ mediaPath: null, mediaName: null, tokenMadeAt: null },
  queues: record.queues.map((queue) => ({ ...queue, greetingMessage: '' })),
})

/** A contact as joined to another record. */
export const presentContactRef = (doc: ContactDoc): ContactRef => ({
  ...presentSameFields(ContactRef, doc),
  id: doc.contactId,
  number: doc.number ?? '',
  username: doc.username ?? null,
  profilePicUrl: doc.pictureBlobId === null ? '' : mediaUrl(doc.pictureBlobId),
  blockedOn: [...(doc.blockedOn ?? [])],
})

export const presentContact = (doc: ContactDoc): ContactRecord => ({
  ...presentSameFields(ContactRecord, doc),
  ...presentContactRef(doc),
  whatsappId: doc.connectionId,
  pushName: doc.pushName ?? null,
  extraInfo: [...doc.extraInfo],
})

/** `contact` is null if the contact was erased since. */
export const presentTicket = (doc: TicketDoc, parts: PartsOf<'ticket'>): TicketRecord => ({
  ...presentSameFields(TicketRecord, doc),
  ...ticketValuesOf(doc),
  id: doc.ticketId,
  unreadMessages: doc.unread,
  ...presentCard(doc, parts.mover),
  lastMessageType: doc.lastMessageKind,
  lastMessageFile: doc.lastMessageFile ?? null,
  // documents of an earlier version of the view, which is read until its rebuild is done, have none
  lastMessageBy: doc.lastAuthor
    ? {
        kind: doc.lastAuthor.kind,
        id: doc.lastAuthor.userId,
        name: parts.author?.name ?? doc.lastAuthor.name ?? '',
      }
    : null,
  moved: doc.moved
    ? {
        ...pick(doc.moved, 'how', 'position'),
        id: doc.moved.userId,
        name: parts.movedBy?.name ?? '',
        given: doc.moved.given ?? false,
      }
    : null,
  why: parts.why === null ? null : refOf('note', parts.why),
  waitingSince: doc.waitingSince ?? null,
  snoozedUntil: doc.snoozedUntil ?? null,
  closedAt: doc.closedAt ?? null,
  closeReason: doc.closeReason ?? null,
  origin: doc.origin ?? null,
  whatsappId: doc.connectionId,
  ...botFieldsOf(doc),
  ...NO_INTEGRATION,
  contact:
    parts.contact === null
      ? {
          id: doc.contactId,
          name: '',
          number: '',
          username: null,
          email: '',
          profilePicUrl: '',
          isGroup: doc.isGroup,
          active: false,
          blockedOn: [],
        }
      : presentContactRef(parts.contact),
  queue: parts.queue === null ? null : refOf('queue', parts.queue),
  user: parts.user === null ? null : refOf('user', parts.user),
  whatsapp: parts.connection === null ? null : refOf('connection', parts.connection),
  tags: parts.tags.map((tag) => ({
    ...refOf('tag', tag),
    TicketTag: { ticketId: doc.ticketId, tagId: tag.tagId },
  })),
})
