import { type Static, Type } from '@sinclair/typebox'
import { type EventsOf, Id, Nullable, OneOf, Strict, Time } from '../envelope.js'
import { TicketAssignment } from './ticket.js'

const MESSAGE_KINDS = [
  'conversation',
  'image',
  'audio',
  'video',
  'application',
  'sticker',
  'locationMessage',
  'contactMessage',
  'call_log',
  'unreadable',
] as const
/**
 * `mediaType` on the wire. `conversation`: plain text. `unreadable`: a content that cannot be shown, now or
 * ever.
 */
export const MessageKind = OneOf(MESSAGE_KINDS)
export type MessageKind = Static<typeof MessageKind>

/** A stored file. */
export const Media = Strict({
  /** '' until the file is downloaded from WhatsApp */
  blobId: Type.String(),
  mimetype: Type.String(),
  fileName: Type.String(),
  /** bytes */
  size: Type.Integer({ minimum: 0 }),
  /** whole seconds of audio or video, else null */
  seconds: Nullable(Type.Integer({ minimum: 0 })),
  /** a voice note rather than an audio file */
  voice: Type.Boolean(),
  /** display size in pixels of a picture or video; both or none */
  width: Type.Optional(Type.Integer({ minimum: 1 })),
  height: Type.Optional(Type.Integer({ minimum: 1 })),
  /** loudness of a voice note from beginning to end, 0–100 each */
  waveform: Type.Optional(Type.Array(Type.Integer({ minimum: 0, maximum: 100 }), { maxItems: 128 })),
  /** pages of a document */
  pages: Type.Optional(Type.Integer({ minimum: 1 })),
})
export type Media = Static<typeof Media>

const Line = Type.String({ maxLength: 1000 })
/** Kinds of messages that can only be shown as text, if they have any text. */
const OTHER_FORMS = ['event', 'product', 'order', 'invite', 'payment', 'stickers', 'form'] as const

/**
 * A message's data beyond text and file. `body` has the same as text, for lists, searches and other clients.
 */
export const MessageDetails = Type.Union([
  /** the link preview made by the sender's phone */
  Strict({
    of: Type.Literal('link'),
    /** http or https */
    url: Type.String({ pattern: '^https?://', maxLength: 2000 }),
    title: Line,
    description: Line,
    /** a small JPEG in base64, or '' */
    thumbnail: Type.String({ maxLength: 40_000 }),
  }),
  /** the advertisement through which the contact wrote; a field that WhatsApp does not give is '' */
  Strict({
    of: Type.Literal('ad'),
    title: Line,
    text: Line,
    url: Type.String({ pattern: '^(https?://.*)?$', maxLength: 2000 }),
    /** a small JPEG in base64, or '' */
    thumbnail: Type.String({ maxLength: 40_000 }),
    /** id of the click on the advertiser's platform */
    clickId: Line,
    /** WhatsApp's name of the customer's entry point */
    source: Line,
  }),
  Strict({
    of: Type.Literal('place'),
    latitude: Type.Number({ minimum: -90, maximum: 90 }),
    longitude: Type.Number({ minimum: -180, maximum: 180 }),
    name: Line,
    address: Line,
    /** a live location: only its first place is stored */
    live: Type.Boolean(),
  }),
  Strict({
    of: Type.Literal('poll'),
    question: Line,
    options: Type.Array(Line, { maxItems: 20 }),
    /** whether voters may choose several options */
    several: Type.Boolean(),
  }),
  /** a missed call */
  Strict({ of: Type.Literal('call'), video: Type.Boolean() }),
  /** a view-once message: shown only on the phone, if `kind` is `unreadable` */
  Strict({ of: Type.Literal('view-once') }),
  Strict({ of: OneOf(OTHER_FORMS) }),
])
export type MessageDetails = Static<typeof MessageDetails>

/** The writer of a message in a group, as WhatsApp reports it; `pn` (the number) or `lid` is set. */
export const GroupAuthor = Strict({
  pn: Nullable(Type.String()),
  lid: Nullable(Type.String()),
  /** the writer's own name, or null */
  name: Nullable(Type.String({ maxLength: 200 })),
})
export type GroupAuthor = Static<typeof GroupAuthor>

/**
 * A pseudonym of a group's member who reacted. The event belongs to another person's message, and is erased
 * only with that message. The member's identity is in the stream `reactor-{id}`, which can be removed alone.
 */
export const Reactor = Strict({
  id: Type.String(),
  /** keyed digests of the number and the linked id; they differ from message to message */
  pn: Nullable(Type.String()),
  lid: Nullable(Type.String()),
})
export type Reactor = Static<typeof Reactor>

/** State of a newly arrived message's file. */
export const mediaStateOf = (arrived: {
  readonly media: Media | null
  readonly mediaPending: boolean
}): 'pending' | 'none' | 'stored' =>
  arrived.mediaPending ? 'pending' : arrived.media === null ? 'none' : 'stored'

/** 0 pending, 1–2 sent, 3 delivered, 4 read, 5 played; never decreases. */
export const Ack = Type.Integer({ minimum: 0, maximum: 5 })

/** The source of an outgoing message. */
export const MessageSource = OneOf([
  'user',
  'greeting',
  'completion',
  'transfer',
  'schedule',
  'api',
  'bot',
  'reminder',
])
export type MessageSource = Static<typeof MessageSource>

/** Ids in every event of a message, so that a fold needs no other document. */
const ids = { messageId: Type.String(), ticketId: Id, contactId: Id, connectionId: Id }
const content = {
  waId: Type.String({ minLength: 1, maxLength: 128 }),
  kind: MessageKind,
  body: Type.String({ maxLength: 65_536 }),
  media: Nullable(Media),
  quotedId: Nullable(Type.String()),
  forwarded: Type.Boolean(),
  details: Type.Optional(MessageDetails),
}
/** The acting side: the contact (on the phone), or us: a user, or our own phone (userId null). */
const by = { by: OneOf(['contact', 'us']), userId: Nullable(Id) }

/** The planned message that this message sends; the planned message's record waits for this event. */
const planned = { scheduleId: Type.Optional(Id) }

/**
 * Stream `message-{id}`, id = hash(connection, fromMe, waId); personal data, so it can be erased as a whole.
 */
export const messageEvents = {
  /** from WhatsApp: a contact's message, or a message written on our own phone (`fromMe`) */
  'message.received.v1': Strict({
    ...ids,
    ...content,
    fromMe: Type.Boolean(),
    /** the chat's address on WhatsApp; answers go to this address */
    remoteJid: Type.String(),
    /** the writer's address in a group, else null */
    participant: Nullable(Type.String()),
    /** the writer's name and all addresses; absent outside of groups, for ourselves, and in older events */
    author: Type.Optional(GroupAuthor),
    /** the file is still to be downloaded: `message.media-stored` or `-failed` follows */
    mediaPending: Type.Boolean(),
    /** WhatsApp's own time */
    sentAt: Time,
    /** WhatsApp stored the message while the connection was offline */
    late: Type.Optional(Type.Literal(true)),
    imported: Type.Boolean(),
    ack: Ack,
    /** the ticket's assignment: a ticket opened by this message enters lists and counts with this event */
    standing: Type.Optional(TicketAssignment),
  }),
  /** a message that could not be decrypted on arrival was decrypted */
  'message.recovered.v1': Strict({ ...ids, ...content, mediaPending: Type.Boolean() }),
  /** a user or process requests the message; the outbox sends the message */
  'message.requested.v1': Strict({
    ...ids,
    ...content,
    to: Type.String(),
    userId: Nullable(Id),
    source: MessageSource,
    /** the message is forwarded from another conversation: this contact's messages stay unread */
    forwarding: Type.Optional(Type.Literal(true)),
    /** id of the quick reply of the text; with several messages of a command, only on the first one */
    quickmessageId: Type.Optional(Id),
    ...planned,
  }),
  'message.sent.v1': Strict({ ...ids, ...planned }),
  'message.acknowledged.v1': Strict({ ...ids, ...planned, ack: Ack }),
  'message.failed.v1': Strict({ ...ids, ...planned, code: Type.String() }),
  'message.retried.v1': Strict({ ...ids, userId: Nullable(Id) }),
  'message.media-stored.v1': Strict({ ...ids, media: Media }),
  'message.media-failed.v1': Strict({ ...ids, code: Type.String() }),
  'message.media-retried.v1': Strict({ ...ids, userId: Nullable(Id) }),
  'message.edit-requested.v1': Strict({ ...ids, body: Type.String({ minLength: 1 }), userId: Id }),
  'message.edited.v1': Strict({
    ...ids,
    body: Type.String(),
    ...by,
    /** the new text could not be decrypted: `body` is the text before the edit */
    unreadable: Type.Optional(Type.Literal(true)),
  }),
  'message.edit-failed.v1': Strict({ ...ids, code: Type.String() }),
  'message.revoke-requested.v1': Strict({ ...ids, userId: Id }),
  'message.revoked.v1': Strict({ ...ids, ...planned, ...by }),
  'message.revoke-failed.v1': Strict({ ...ids, code: Type.String() }),
  /** an empty emoji removes the reaction */
  'message.reaction-requested.v1': Strict({ ...ids, emoji: Type.String({ maxLength: 32 }), userId: Id }),
  'message.reacted.v1': Strict({
    ...ids,
    emoji: Type.String({ maxLength: 32 }),
    ...by,
    /** the reacting member of a group; absent outside of groups, for ourselves, and in older events */
    reactor: Type.Optional(Reactor),
  }),
  'message.reaction-failed.v1': Strict({ ...ids, code: Type.String() }),
  /**
   * a second sender used the same WhatsApp id: the message is kept apart, never merged, and shown to admins
   */
  'message.conflict-parked.v1': Strict({ ...ids, remoteJid: Type.String(), body: Type.String() }),
} as const

export type MessageEvent = EventsOf<typeof messageEvents>

/**
 * Stream `reactor-{id}`: identity of a group's member who reacted to one message; personal data, so it can be
 * erased as a whole.
 */
export const reactorEvents = {
  /** appended again when more identities are known */
  'reactor.named.v1': Strict({ reactorId: Type.String(), ...ids, author: GroupAuthor }),
} as const

export type ReactorEvent = EventsOf<typeof reactorEvents>
