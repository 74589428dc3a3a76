import { Type } from '@sinclair/typebox'
import { type EventsOf, Id, Nullable, OneOf, Strict, Time } from '../envelope.js'

const ids = { messageId: Type.String(), ticketId: Id, contactId: Id, connectionId: Id }

/** What is known of a file; the file itself is read through the API. */
const File = Strict({
  mimetype: Type.String(),
  fileName: Type.String(),
  /** bytes */
  size: Type.Integer({ minimum: 0 }),
  /** whole seconds of audio or video, else null */
  seconds: Nullable(Type.Integer({ minimum: 0 })),
  /** a voice note rather than an audio file */
  voice: Type.Boolean(),
})

const content = {
  kind: OneOf([
    'text',
    'image',
    'audio',
    'video',
    'document',
    'sticker',
    'location',
    'contact-card',
    'call-log',
  ]),
  body: Type.String(),
  file: Nullable(File),
  /** the message that it answers */
  quotedId: Nullable(Type.String()),
  forwarded: Type.Boolean(),
}

/** Who did it: the contact, or us: a user, or our own phone (`userId` null). */
const by = { by: OneOf(['contact', 'us']), userId: Nullable(Id) }

/** Topic `guiche.messages.v1`, subject `message/{messageId}`. Holds personal data. */
export const publicMessageEvents = {
  /** came from WhatsApp: written by the contact, or on our own phone (`fromMe`) */
  'guiche.message.received.v1': Strict({
    ...ids,
    ...content,
    fromMe: Type.Boolean(),
    /** `file-stored` or `file-failed` follows */
    filePending: Type.Boolean(),
    /** WhatsApp's own time */
    sentAt: Time,
    /** it came with the history of a newly linked phone */
    imported: Type.Boolean(),
  }),
  /** asked for by a user, or by Guichê itself (`userId` null); `sent` or `failed` follows */
  'guiche.message.requested.v1': Strict({
    ...ids,
    ...content,
    userId: Nullable(Id),
    source: OneOf(['user', 'greeting', 'completion', 'transfer']),
  }),
  'guiche.message.sent.v1': Strict(ids),
  /** how far it has come; later words never go back to earlier ones */
  'guiche.message.acknowledged.v1': Strict({
    ...ids,
    status: OneOf(['pending', 'sent', 'delivered', 'read', 'played']),
  }),
  /** `code` says why; a later `sent` means that it was tried again */
  'guiche.message.failed.v1': Strict({ ...ids, code: Type.String() }),
  'guiche.message.file-stored.v1': Strict({ ...ids, file: File }),
  'guiche.message.file-failed.v1': Strict({ ...ids, code: Type.String() }),
  'guiche.message.edited.v1': Strict({ ...ids, body: Type.String(), ...by }),
  /** deleted for everybody */
  'guiche.message.revoked.v1': Strict({ ...ids, ...by }),
  /** an empty emoji takes the reaction back */
  'guiche.message.reacted.v1': Strict({ ...ids, emoji: Type.String(), ...by }),
  /** its contact was erased: forget all that is known of the message */
  'guiche.message.erased.v1': Strict(ids),
} as const

export type PublicMessageEvent = EventsOf<typeof publicMessageEvents>
