import { type Static, Type } from '@sinclair/typebox'
import { Username } from '../contact/username.js'
import { CORRELATION_ID, Id, Nullable, OneOf, Strict, Time } from '../envelope.js'
import { ConnectionStatus } from '../events/connections.js'
import { Ack, Media, MessageDetails, MessageKind } from '../events/message.js'

/** A message's key in WhatsApp's terms, with its connection. */
const key = {
  companyId: Id,
  connectionId: Id,
  fromMe: Type.Boolean(),
  waId: Type.String({ minLength: 1, maxLength: 128 }),
}

/** id of the request that the report answers, if there is one */
const answers = { correlationId: Type.Optional(Type.String({ pattern: CORRELATION_ID })) }

/** Every address that WhatsApp gave for the chat partner; at least one is set. Groups have `group`. */
export const WhatsAppAddress = Strict({
  pn: Nullable(Type.String({ pattern: '^[0-9]{5,20}$' })),
  lid: Nullable(Type.String({ pattern: '^[0-9]{5,25}$' })),
  group: Nullable(Type.String({ pattern: '^[0-9-]{5,40}$' })),
  /** the chat partner's own name, or null */
  name: Nullable(Type.String({ maxLength: 200 })),
  /** WhatsApp username for a new contact; absent if unknown, and for groups */
  username: Type.Optional(Username),
})
export type WhatsAppAddress = Static<typeof WhatsAppAddress>

/**
 * The chat of an update of a message, and the writer in a group, as WhatsApp reported them. Absent for our
 * own requests, and from older gateways.
 */
const origin = {
  chat: Type.Optional(WhatsAppAddress),
  author: Type.Optional(Nullable(WhatsAppAddress)),
}

/** The gateway's reports. Untrusted: command-api checks them again. The bus keeps them until they are handled. */
export const Report = Type.Union([
  Strict({
    kind: Type.Literal('message'),
    ...key,
    peer: WhatsAppAddress,
    /** the writer in a group */
    author: Nullable(WhatsAppAddress),
    remoteJid: Type.String(),
    participant: Nullable(Type.String()),
    type: MessageKind,
    body: Type.String({ maxLength: 65_536 }),
    /** WhatsApp's data about the file; its content follows in a `media` report */
    mediaPending: Type.Boolean(),
    media: Nullable(Media),
    quotedWaId: Nullable(Type.String()),
    quotedFromMe: Nullable(Type.Boolean()),
    forwarded: Type.Boolean(),
    details: Type.Optional(MessageDetails),
    sentAt: Time,
    /** WhatsApp kept the message while the connection was offline */
    late: Type.Optional(Type.Literal(true)),
    imported: Type.Boolean(),
    ack: Ack,
  }),
  Strict({ kind: Type.Literal('ack'), ...key, ...answers, ack: Ack }),
  /** the outbox has written the message to the socket */
  Strict({ kind: Type.Literal('sent'), ...key, ...answers, messageId: Type.String() }),
  /** sending, editing, deleting or reacting has finally failed; `code` of contracts/errors.ts */
  Strict({
    kind: Type.Literal('failed'),
    ...key,
    ...answers,
    messageId: Type.String(),
    what: OneOf(['send', 'edit', 'revoke', 'reaction', 'media']),
    /** the text of the edit, or the emoji of the reaction: tells the report from one about a later request */
    body: Type.Optional(Type.String({ maxLength: 65_536 })),
    code: Type.String(),
  }),
  Strict({ kind: Type.Literal('media'), ...key, ...answers, messageId: Type.String(), media: Media }),
  Strict({
    kind: Type.Literal('edited'),
    ...key,
    ...answers,
    ...origin,
    by: OneOf(['contact', 'us']),
    body: Type.String(),
    /** the new text could not be decrypted: `body` is empty and has no meaning */
    unreadable: Type.Optional(Type.Literal(true)),
  }),
  Strict({
    kind: Type.Literal('revoked'),
    ...key,
    ...answers,
    ...origin,
    by: OneOf(['contact', 'us']),
    /** an admin of the group deleted the message of any writer */
    byAdmin: Type.Optional(Type.Literal(true)),
  }),
  Strict({
    kind: Type.Literal('reacted'),
    ...key,
    ...answers,
    ...origin,
    by: OneOf(['contact', 'us']),
    emoji: Type.String({ maxLength: 32 }),
  }),
  Strict({
    kind: Type.Literal('connection'),
    companyId: Id,
    connectionId: Id,
    status: ConnectionStatus,
    reason: Nullable(Type.String()),
    number: Nullable(Type.String()),
    retries: Type.Integer({ minimum: 0 }),
  }),
  /** a ticket's read receipts up to a revision of its marks were given, or given up */
  Strict({
    kind: Type.Literal('receipts'),
    companyId: Id,
    connectionId: Id,
    ticketId: Id,
    upTo: Type.Integer({ minimum: 0 }),
    failed: Type.Optional(Type.Boolean()),
  }),
  /**
   * the phone has sent a part of its history; the part's messages were reported before. `done`: there are no
   * more parts
   */
  Strict({
    kind: Type.Literal('history'),
    companyId: Id,
    connectionId: Id,
    importId: Type.String(),
    found: Type.Integer({ minimum: 0 }),
    leftOut: Type.Integer({ minimum: 0 }),
    progress: Nullable(Type.Integer({ minimum: 0, maximum: 100 })),
    done: Type.Boolean(),
  }),
  /** a number and a LID turned out to be one person */
  Strict({ kind: Type.Literal('identities'), companyId: Id, connectionId: Id, peer: WhatsAppAddress }),
  /** a person's username that arrived with messages */
  Strict({
    kind: Type.Literal('username'),
    companyId: Id,
    connectionId: Id,
    peer: WhatsAppAddress,
    username: Username,
  }),
  /** a contact was blocked or unblocked on another device of this account */
  Strict({
    kind: Type.Literal('blocked'),
    companyId: Id,
    connectionId: Id,
    peer: WhatsAppAddress,
    blocked: Type.Boolean(),
  }),
  Strict({
    kind: Type.Literal('picture'),
    companyId: Id,
    connectionId: Id,
    peer: WhatsAppAddress,
    blobId: Nullable(Type.String()),
  }),
])
export type Report = Static<typeof Report>
export type ReportOf<K extends Report['kind']> = Extract<Report, { kind: K }>
