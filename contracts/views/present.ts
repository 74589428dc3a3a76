import { SETTINGS } from '../settings.js'
import type { CompanyDoc, ConnectionDoc, ContactDoc, QueueDoc, UserDoc } from './directory.js'
import type {
  ConnectionRecord,
  ContactRecord,
  ContactRef,
  MessageRecord,
  QueueRecord,
  QueueRef,
  QuotedRecord,
  SettingRecord,
  TicketRecord,
  UserRecord,
} from './records.js'
import type { MessageDoc, TicketDoc } from './ticket.js'

/** Pure: documents of the views in, records of the HTTP contract out. Both APIs answer through these. */

/** Address of a stored file, relative to the origin. */
export const mediaUrl = (blobId: string): string => `/api/public/${blobId}`

const presentQueueRef = (doc: QueueDoc): QueueRef => ({
  id: doc.queueId,
  name: doc.name,
  color: doc.color,
})

export const presentQueue = (doc: QueueDoc): QueueRecord => ({
  id: doc.queueId,
  name: doc.name,
  color: doc.color,
  greetingMessage: doc.greetingMessage,
  outOfHoursMessage: doc.outOfHoursMessage,
  orderQueue: doc.orderQueue,
  companyId: doc.companyId,
  createdAt: doc.createdAt,
  updatedAt: doc.updatedAt,
})

/** All settings of a company, defaults included, in the order of contracts/settings.ts. */
export const presentSettings = (company: CompanyDoc): SettingRecord[] =>
  Object.entries(SETTINGS).map(([key, rule], index) => ({
    id: index + 1,
    key,
    value: company.settings[key] ?? rule.default,
    companyId: company.companyId,
  }))

/** `queues` = the documents of `doc.queueIds` that still exist. */
export const presentUser = (
  doc: UserDoc,
  parts: { company: CompanyDoc; queues: readonly QueueDoc[]; online: boolean },
): UserRecord => ({
  id: doc.userId,
  name: doc.name,
  email: doc.email,
  profile: doc.profile,
  super: doc.super,
  companyId: doc.companyId,
  allTicket: doc.allTicket ? 'enabled' : 'desabled',
  whatsappId: doc.connectionId,
  online: parts.online,
  queues: parts.queues.map((queue) => ({
    ...presentQueueRef(queue),
    UserQueue: { userId: doc.userId, queueId: queue.queueId },
  })),
  company: {
    id: parts.company.companyId,
    name: parts.company.name,
    dueDate: parts.company.dueDate,
  },
  createdAt: doc.createdAt,
  updatedAt: doc.updatedAt,
})

export const waitingReasonOf = ({ reason }: ConnectionDoc): ConnectionRecord['waitingReason'] =>
  reason === 'ERR_WAPP_NO_ROOM' ? 'no-room' : null

export const presentConnection = (doc: ConnectionDoc, queues: readonly QueueDoc[]): ConnectionRecord => ({
  id: doc.connectionId,
  name: doc.name,
  channel: doc.channel,
  status: doc.status,
  reason: doc.reason,
  waitingReason: waitingReasonOf(doc),
  qrcode: '',
  number: doc.number,
  retries: doc.retries,
  isDefault: doc.isDefault,
  companyId: doc.companyId,
  greetingMessage: doc.greetingMessage,
  complationMessage: doc.complationMessage,
  outOfHoursMessage: doc.outOfHoursMessage,
  ratingMessage: doc.ratingMessage,
  provider: 'beta',
  queues: queues.map((queue) => ({ ...presentQueueRef(queue), greetingMessage: queue.greetingMessage })),
  createdAt: doc.createdAt,
  updatedAt: doc.updatedAt,
})

/** A connection for those who only choose one: without its texts, its number and how it fares. */
export const presentConnectionToAgents = (record: ConnectionRecord): ConnectionRecord => ({
  ...record,
  number: null,
  retries: 0,
  greetingMessage: '',
  complationMessage: '',
  outOfHoursMessage: '',
  ratingMessage: '',
  queues: record.queues.map((queue) => ({ ...queue, greetingMessage: '' })),
})

const presentContactRef = (doc: ContactDoc): ContactRef => ({
  id: doc.contactId,
  name: doc.name,
  number: doc.number ?? '',
  email: doc.email,
  profilePicUrl: doc.pictureBlobId === null ? '' : mediaUrl(doc.pictureBlobId),
  isGroup: doc.isGroup,
  active: doc.active,
})

export const presentContact = (doc: ContactDoc): ContactRecord => ({
  ...presentContactRef(doc),
  companyId: doc.companyId,
  whatsappId: doc.connectionId,
  extraInfo: doc.extraInfo,
  createdAt: doc.createdAt,
  updatedAt: doc.updatedAt,
})

/** `contact` null when it was erased meanwhile. */
export const presentTicket = (
  doc: TicketDoc,
  parts: {
    contact: ContactDoc | null
    queue: QueueDoc | null
    user: UserDoc | null
    author: UserDoc | null
    connection: ConnectionDoc | null
  },
): TicketRecord => ({
  id: doc.ticketId,
  uuid: doc.uuid,
  status: doc.status,
  unreadMessages: doc.unread,
  lastMessage: doc.lastMessage,
  lastMessageType: doc.lastMessageKind,
  fromMe: doc.fromMe,
  // documents of an earlier version of the view, which is read until its rebuild is done, have none
  lastMessageBy: doc.lastAuthor
    ? { kind: doc.lastAuthor.kind, id: doc.lastAuthor.userId, name: parts.author?.name ?? '' }
    : null,
  isGroup: doc.isGroup,
  userId: doc.userId,
  contactId: doc.contactId,
  whatsappId: doc.connectionId,
  queueId: doc.queueId,
  companyId: doc.companyId,
  chatbot: false,
  useIntegration: false,
  promptId: null,
  integrationId: null,
  contact:
    parts.contact === null
      ? {
          id: doc.contactId,
          name: '',
          number: '',
          email: '',
          profilePicUrl: '',
          isGroup: doc.isGroup,
          active: false,
        }
      : presentContactRef(parts.contact),
  queue: parts.queue === null ? null : presentQueueRef(parts.queue),
  user: parts.user === null ? null : { id: parts.user.userId, name: parts.user.name },
  whatsapp:
    parts.connection === null
      ? null
      : { id: parts.connection.connectionId, name: parts.connection.name, status: parts.connection.status },
  tags: [],
  createdAt: doc.createdAt,
  updatedAt: doc.updatedAt,
  position: doc.position,
})

/** Address of a message's file; null as long as the file is not fetched. */
const fileUrl = (media: MessageDoc['media']): string | null =>
  media === null || media.blobId === '' ? null : mediaUrl(media.blobId)

/** The body of a deleted message is not handed out any more. */
const visibleBody = (doc: MessageDoc): string => (doc.deleted ? '' : doc.body)

const presentQuoted = (doc: MessageDoc, contact: ContactDoc | null): QuotedRecord => ({
  id: doc.id,
  body: visibleBody(doc),
  fromMe: doc.fromMe,
  mediaType: doc.kind,
  mediaUrl: doc.deleted ? null : fileUrl(doc.media),
  mediaName: doc.media?.fileName ?? null,
  isDeleted: doc.deleted,
  contact: doc.fromMe || contact === null ? null : presentContactRef(contact),
})

export const presentMessage = (
  doc: MessageDoc,
  parts: { contact: ContactDoc | null; quoted: MessageDoc | null; queue: QueueDoc | null },
): MessageRecord => {
  const media = doc.deleted ? null : doc.media
  return {
    id: doc.id,
    ticketId: doc.ticketId,
    contactId: doc.fromMe ? null : doc.contactId,
    companyId: doc.companyId,
    whatsappId: doc.connectionId,
    body: visibleBody(doc),
    fromMe: doc.fromMe,
    read: doc.read,
    ack: doc.ack,
    error: doc.error,
    mediaType: doc.kind,
    mediaUrl: fileUrl(media),
    mediaName: media?.fileName ?? null,
    mimetype: media?.mimetype ?? null,
    mediaSize: media?.size ?? null,
    mediaSeconds: media?.seconds ?? null,
    voice: media?.voice ?? false,
    mediaState: doc.mediaState,
    mediaError: doc.mediaError,
    isDeleted: doc.deleted,
    isEdited: doc.edited,
    isForwarded: doc.forwarded,
    pending: doc.pendingRevoke ? 'revoke' : doc.pendingEdit !== null ? 'edit' : null,
    actionError: doc.actionError,
    quotedMsgId: doc.quotedId,
    quotedMsg: parts.quoted === null ? null : presentQuoted(parts.quoted, parts.contact),
    reactions: doc.reactions.map((reaction) => ({
      type: reaction.emoji,
      fromMe: reaction.by === 'us',
      userId: reaction.userId,
    })),
    userId: doc.userId,
    contact: doc.fromMe || parts.contact === null ? null : presentContactRef(parts.contact),
    queueId: parts.queue?.queueId ?? null,
    queue: parts.queue === null ? null : presentQueueRef(parts.queue),
    order: doc.order,
    position: doc.position,
    createdAt: doc.createdAt,
    updatedAt: doc.updatedAt,
  }
}
