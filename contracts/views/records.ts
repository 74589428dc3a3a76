import { type Static, Type } from '@sinclair/typebox'
import { DUPLICATE_HINTS } from '../contact/duplicates.js'
import { Id, Nullable, OneOf, Strict, Time } from '../envelope.js'
import { Channel, ConnectionStatus } from '../events/connections.js'
import { MessageDetails, MessageKind } from '../events/message.js'
import { CloseReason, MOVE_NAMES, TicketAssignment, TicketStatus } from '../events/ticket.js'
import { ticketFieldSchemas } from '../events/ticket-fields.js'
import { Profile } from '../events/user.js'
import { LANGUAGES } from '../languages.js'
import { HistoryImport } from '../message/history-import.js'
import { shownOfRecord } from '../records/derive.js'
import { RECORDS, type Records } from '../records/index.js'
import type { ShownRecord } from '../records/shapes.js'
import { ConnectionSettings } from '../settings/connection-settings.js'
import { botFields, noIntegration } from './bot-fields.js'
import { cardFields } from './card.js'
import { RATING_PARTS, type WordlessKind } from './ticket.js'

/**
 * Records of the HTTP contract. Closed schemas: tests check every answer against its schema. Times are
 * ISO-8601 in UTC, nulls are never omitted, and ids are numbers unless noted.
 */
const Text = Type.String()
const Count = Type.Integer({ minimum: 0 })
const timestamps = { createdAt: Time, updatedAt: Time }
/** A joined record: its id and some of its fields. */
const named = { id: Id, name: Text }

export type QueueRecord = ShownRecord<Records['queue']>
export type TagRecord = ShownRecord<Records['tag']>
export type NoteRecord = ShownRecord<Records['note']>

export const QueueRef = Strict({ ...named, color: Text })
export type QueueRef = Static<typeof QueueRef>

/** A tag on a ticket. */
export const TagRef = Strict({ ...named, color: Text, TicketTag: Strict({ ticketId: Id, tagId: Id }) })
export type TagRef = Static<typeof TagRef>

const UserQueueRef = Strict({ ...named, color: Text, UserQueue: Strict({ userId: Id, queueId: Id }) })

export const SettingRecord = Strict({ id: Count, key: Text, value: Text, companyId: Count })
export type SettingRecord = Static<typeof SettingRecord>

const company = {
  ...named,
  dueDate: Nullable(Text),
  timezone: Text,
  language: OneOf(LANGUAGES),
}
const user = {
  ...named,
  email: Text,
  profile: Profile,
  super: Type.Boolean(),
  companyId: Id,
  allTicket: OneOf(['enabled', 'desabled']),
  whatsappId: Nullable(Id),
  online: Type.Boolean(),
  /** online, but without input for five minutes */
  away: Type.Boolean(),
  /** null: unlimited */
  maxOpenTickets: Nullable(Type.Integer()),
  /** start of the working hours; '' without working hours */
  startWork: Text,
  endWork: Text,
  /** whether the present moment is outside the user's working hours */
  offHours: Type.Boolean(),
  /** end of an unused invitation, or null */
  invitedUntil: Nullable(Text),
  queues: Type.Array(UserQueueRef),
  ...timestamps,
}
export const UserRecord = Strict({ ...user, company: Strict(company) })
export type UserRecord = Static<typeof UserRecord>
/** A row of the short list that every agent may read. */
export const UserRow = Type.Pick(
  UserRecord,
  ['id', 'name', 'email', 'profile', 'allTicket', 'online', 'away', 'offHours', 'queues'],
  {
    additionalProperties: false,
  },
)
export type UserRow = Static<typeof UserRow>

const connectionRef = { ...named, status: ConnectionStatus }
export const ConnectionRecord = Strict({
  ...connectionRef,
  channel: Channel,
  /** code of contracts/errors.ts beside the status, or null */
  reason: Nullable(Text),
  /**
   * why the connection waits: no gateway has capacity, or no gateway runs. It connects automatically later.
   */
  waitingReason: Type.Optional(Nullable(OneOf(['no-room', 'no-gateway']))),
  /** the code to scan now; only in the answer for one connection to an admin, else empty */
  qrcode: Text,
  /** the pairing code for the same reader; absent without a code to type */
  pairingCode: Type.Optional(Text),
  number: Nullable(Text),
  /** the last linked number, even if no number is linked now */
  linkedNumber: Nullable(Text),
  retries: Count,
  isDefault: Type.Boolean(),
  companyId: Id,
  ...ConnectionSettings.properties,
  /** time of the running import of old messages; `statusImportMessages`: state of the last import */
  importOldMessages: Nullable(Time),
  importRecentMessages: Nullable(Time),
  importOldMessagesGroups: Type.Boolean(),
  closedTicketsPostImported: Type.Boolean(),
  statusImportMessages: Nullable(HistoryImport),
  /** the file of the greeting */
  mediaPath: Nullable(Text),
  mediaName: Nullable(Text),
  /** time when its token was made; null without one, and for agents */
  tokenMadeAt: Nullable(Time),
  provider: Text,
  promptId: Type.Null(),
  queues: Type.Array(Strict({ ...named, color: Text, greetingMessage: Text })),
  ...timestamps,
})
export type ConnectionRecord = Static<typeof ConnectionRecord>

const contactRef = {
  /** connections on which the contact is blocked */
  blockedOn: Type.Array(Id),
  ...named,
  /** '' while only a linked id is known: a linked id is never shown as a number */
  number: Text,
  /** the contact's username on WhatsApp, without @: shown if there is no number */
  username: Nullable(Text),
  email: Text,
  profilePicUrl: Text,
  isGroup: Type.Boolean(),
  active: Type.Boolean(),
}
export const ContactRef = Strict(contactRef)
export type ContactRef = Static<typeof ContactRef>
const contact = {
  ...contactRef,
  companyId: Id,
  /** the contact's own name on WhatsApp (push name) */
  pushName: Nullable(Text),
  whatsappId: Nullable(Id),
  extraInfo: Type.Array(Strict({ ...named, value: Text })),
  ...timestamps,
  /** opaque; value of X-Seen-Position for an edit */
  position: Text,
}
export const ContactRecord = Strict(contact)
export type ContactRecord = Static<typeof ContactRecord>
/** A contact in the paged list, with its newest tickets that the reader may open. */
export const ListedContact = Strict({
  ...contact,
  tickets: Type.Array(Strict({ id: Id, uuid: Text, status: TicketStatus, ...timestamps })),
  /** tags of these tickets */
  tags: Type.Array(Strict({ ...named, color: Text })),
})
export type ListedContact = Static<typeof ListedContact>
/** One contact, with its connection. */
export const ShownContact = Strict({ ...contact, whatsapp: Nullable(Strict(connectionRef)) })
export type ShownContact = Static<typeof ShownContact>
/** Contacts that may be one person; the first one should be the winner of a merge. */
export const DuplicateRecord = Strict({
  because: OneOf(DUPLICATE_HINTS),
  contacts: Type.Array(Strict({ ...contact, tickets: Count, notes: Count })),
})
export type DuplicateRecord = Static<typeof DuplicateRecord>
/** Answer of a create: the new contact, or the existing contact with the number. */
export const KnownContact = Strict({ alreadyExists: Type.Literal(true), existingContact: ContactRecord })
export type KnownContact = Static<typeof KnownContact>

const { connectionId: _, ...assignment } = TicketAssignment.properties
const ticket = {
  id: Id,
  uuid: Text,
  unreadMessages: Count,
  /** the beginning of the last message's text */
  lastMessage: Text,
  /** set if the last message is no text: `lastMessage` is then the name of a file, person or place, or '' */
  lastMessageType: Nullable(Type.Unsafe<WordlessKind>(Type.String())),
  /** for a text: the kind of its file, or null */
  lastMessageFile: Nullable(Type.Unsafe<WordlessKind>(Type.String())),
  fromMe: Type.Boolean(),
  /**
   * The author of the last message: the contact, our own phone, a user, or an automatic text. A user has `id` and
   * `name`. In a group the contact has the writer's `name`.
   */
  lastMessageBy: Nullable(
    Strict({ kind: OneOf(['contact', 'phone', 'user', 'automatic']), id: Nullable(Id), name: Text }),
  ),
  isGroup: Type.Boolean(),
  ...assignment,
  ...ticketFieldSchemas,
  contactId: Id,
  whatsappId: Id,
  companyId: Id,
  ...botFields,
  ...noIntegration,
  contact: ContactRef,
  queue: Nullable(QueueRef),
  user: Nullable(Strict(named)),
  whatsapp: Nullable(Strict(connectionRef)),
  tags: Type.Array(TagRef),
  ...cardFields,
  /**
   * start of the wait. Attended ticket: the contact's unanswered message. Waiting ticket: the contact's
   * message, or the time when the ticket began to wait. Else null
   */
  waitingSince: Nullable(Text),
  /** set while snoozed, hidden from the agent's list: until this time, a message of the contact, or a move */
  snoozedUntil: Nullable(Text),
  /** time and reason of the close; null while active */
  closedAt: Nullable(Time),
  closeReason: Nullable(CloseReason),
  /** the contact's last rating: 1 unsatisfied, 2 satisfied, 3 very satisfied */
  rating: Nullable(Type.Integer()),
  /** the advertisement of the contact's last visit; a field that WhatsApp does not give is '' */
  origin: Nullable(Strict({ title: Text, url: Text, clickId: Text, source: Text })),
  /**
   * The last move and its user; `id` is null without a user. `position` equals the record's position until the next
   * event.
   */
  moved: Nullable(
    Strict({
      how: OneOf(MOVE_NAMES),
      id: Nullable(Id),
      name: Text,
      /** the move gave the ticket to its present agent */
      given: Type.Boolean(),
      position: Text,
    }),
  ),
  /** note with the reason of the last move; null without a reason */
  why: Nullable(Strict({ id: Id, note: Text })),
  /** to compare frames with answers; opaque */
  position: Text,
  ...timestamps,
}
export const TicketRecord = Strict(ticket)
export type TicketRecord = Static<typeof TicketRecord>
/** A ticket read alone, not in a list. */
export const OpenedTicket = Strict({
  ...ticket,
  /** the whole record; the short one if the record is not in the views yet, or deleted */
  contact: Type.Union([ContactRecord, ContactRef]),
  /**
   * for a closed ticket: the contact's active ticket on this connection, if the reader may open it; else null
   */
  active: Nullable(Strict({ id: Id, uuid: Text })),
  /** notes about the contact that the reader may read, as in the list of notes */
  notes: Type.Array(shownOfRecord(RECORDS.note)),
})
export type OpenedTicket = Static<typeof OpenedTicket>

/** A member of a group. `name`, `number`: '' if unknown. */
const Member = Strict({ name: Text, number: Text })
const quoted = {
  id: Text,
  body: Text,
  fromMe: Type.Boolean(),
  mediaType: MessageKind,
  mediaUrl: Nullable(Text),
  mediaName: Nullable(Text),
  isDeleted: Type.Boolean(),
  contact: Nullable(ContactRef),
  /** the writer in a group; null outside of groups, and for our own messages */
  author: Nullable(Member),
  /** the user who wrote it; null for the contact, our phone, and automatic messages */
  userId: Nullable(Id),
}
export const QuotedRecord = Strict(quoted)
export type QuotedRecord = Static<typeof QuotedRecord>
const message = {
  ...quoted,
  /** the message's id on WhatsApp */
  waId: Text,
  ticketId: Id,
  contactId: Nullable(Id),
  companyId: Id,
  whatsappId: Id,
  read: Type.Boolean(),
  ack: Type.Integer(),
  /** code of contracts/errors.ts when it could not be sent, else null */
  error: Nullable(Text),
  mimetype: Nullable(Text),
  mediaSize: Nullable(Type.Number()),
  mediaSeconds: Nullable(Type.Number()),
  voice: Type.Boolean(),
  /** pixels of a picture or video; null if unknown */
  mediaWidth: Nullable(Type.Integer()),
  mediaHeight: Nullable(Type.Integer()),
  /** loudness of a voice note from beginning to end, 0–100 each; null if unknown */
  waveform: Nullable(Type.Array(Type.Integer())),
  /** pages of a document; null if unknown */
  mediaPages: Nullable(Type.Integer()),
  /** further data: a link's preview, a place, a poll, … */
  details: Nullable(MessageDetails),
  mediaState: OneOf(['none', 'pending', 'stored', 'failed']),
  mediaError: Nullable(Text),
  isEdited: Type.Boolean(),
  /** edited on a phone after this text, but the new text could not be decrypted */
  isEditUnreadable: Type.Boolean(),
  isForwarded: Type.Boolean(),
  /** a pending edit or deletion, and the error code of a failed one */
  pending: Nullable(OneOf(['edit', 'revoke'])),
  actionError: Nullable(Text),
  quotedMsgId: Nullable(Text),
  quotedMsg: Nullable(QuotedRecord),
  /** one emoji per person; `author`: the reacting member of a group */
  reactions: Type.Array(
    Strict({ type: Text, fromMe: Type.Boolean(), userId: Nullable(Id), author: Nullable(Member) }),
  ),
  queueId: Nullable(Id),
  /** the present queue of the message's ticket */
  queue: Nullable(QueueRef),
  /** time when WhatsApp accepted the message; null while pending */
  sentAt: Nullable(Time),
  /** time of a late arrival: the message is placed by WhatsApp's time (createdAt); else null */
  lateAt: Nullable(Time),
  /** the message's part in a rating: the rating, a comment, or an unclear reply */
  ratingPart: Nullable(OneOf(RATING_PARTS)),
  /** place in the conversation, compared as text */
  order: Text,
  position: Text,
  ...timestamps,
}
export const MessageRecord = Strict(message)
export type MessageRecord = Static<typeof MessageRecord>
export const FoundMessage = Strict({ ...message, ticket: Nullable(TicketRecord) })
export type FoundMessage = Static<typeof FoundMessage>
