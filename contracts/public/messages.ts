import { Type } from '@sinclair/typebox'
import { Id, Nullable, OneOf, Strict, Time } from '../envelope.js'
import { describeSchema } from './description.js'

const ids = { messageId: Type.String(), ticketId: Id, contactId: Id, connectionId: Id }

const File = describeSchema(
  'What is known of a file; the file itself is read through the API.',
  Strict({
    mimetype: Type.String(),
    fileName: Type.String(),
    size: describeSchema('Bytes.', Type.Integer({ minimum: 0 })),
    seconds: describeSchema(
      'Whole seconds of audio or video, else null.',
      Nullable(Type.Integer({ minimum: 0 })),
    ),
    voice: describeSchema('A voice note rather than an audio file.', Type.Boolean()),
  }),
)

const content = {
  kind: describeSchema(
    'unreadable: Guichê could not read it; recovered follows if it can later.',
    OneOf([
      'text',
      'image',
      'audio',
      'video',
      'document',
      'sticker',
      'location',
      'contact-card',
      'call-log',
      'unreadable',
    ]),
  ),
  body: Type.String(),
  file: Nullable(File),
  quotedId: describeSchema('The message that it answers, or null.', Nullable(Type.String())),
  forwarded: Type.Boolean(),
}
const ad = describeSchema(
  'The advertisement that led the customer here. Each field is empty where WhatsApp does not tell it.',
  Strict({
    title: Type.String(),
    text: Type.String(),
    url: Type.String(),
    clickId: describeSchema('By which the advertiser’s platform knows the click.', Type.String()),
    source: describeSchema('WhatsApp’s word for the way that the customer came.', Type.String()),
  }),
)
const filePending = describeSchema('file-stored or file-failed follows.', Type.Boolean())
const code = describeSchema('Says why.', Type.String())
const by = {
  by: OneOf(['contact', 'us']),
  userId: describeSchema(
    'The user, when it was one of us; null when it was done on the phone.',
    Nullable(Id),
  ),
}

/** Topic `guiche.messages.v1`, subject `message/{messageId}`. Contains personal data. */
export const publicMessageEvents = {
  'guiche.message.received.v1': describeSchema(
    'Came from WhatsApp.',
    Strict({
      ...ids,
      ...content,
      fromMe: describeSchema('Written on our own phone; else by the contact.', Type.Boolean()),
      filePending,
      sentAt: describeSchema('WhatsApp’s own time.', Time),
      imported: describeSchema('It came with the history of a newly linked phone.', Type.Boolean()),
      ad: Type.Optional(ad),
    }),
  ),
  'guiche.message.recovered.v1': describeSchema(
    'What was received as unreadable has been read.',
    Strict({ ...ids, ...content, filePending, ad: Type.Optional(ad) }),
  ),
  'guiche.message.requested.v1': describeSchema(
    'Is to go out; sent or failed follows.',
    Strict({
      ...ids,
      ...content,
      userId: describeSchema('Who asked for it; null = Guichê itself.', Nullable(Id)),
      source: OneOf(['user', 'greeting', 'completion', 'transfer', 'schedule', 'api', 'bot', 'reminder']),
    }),
  ),
  'guiche.message.sent.v1': describeSchema('WhatsApp has taken it.', Strict(ids)),
  'guiche.message.acknowledged.v1': describeSchema(
    'How far it has come.',
    Strict({ ...ids, status: OneOf(['pending', 'sent', 'delivered', 'read', 'played']) }),
  ),
  'guiche.message.failed.v1': describeSchema(
    'It did not go out. A later sent means that it was tried again.',
    Strict({ ...ids, code }),
  ),
  'guiche.message.file-stored.v1': describeSchema(
    'Its file is there, or more is known of it.',
    Strict({ ...ids, file: File }),
  ),
  'guiche.message.file-failed.v1': describeSchema('Its file could not be fetched.', Strict({ ...ids, code })),
  'guiche.message.edited.v1': describeSchema(
    'Its text is another one.',
    Strict({
      ...ids,
      body: Type.String(),
      ...by,
      unreadable: Type.Optional(
        describeSchema(
          'The new text could not be read: body is the text before the edit.',
          Type.Literal(true),
        ),
      ),
    }),
  ),
  'guiche.message.revoked.v1': describeSchema('Deleted for everybody.', Strict({ ...ids, ...by })),
  'guiche.message.reacted.v1': describeSchema(
    'A reaction.',
    Strict({
      ...ids,
      emoji: describeSchema('Empty: the reaction is taken back.', Type.String()),
      ...by,
      reactorId: Type.Optional(
        describeSchema(
          'Of members of a group, each of whom has one reaction: tells them apart.',
          Type.String(),
        ),
      ),
    }),
  ),
  'guiche.message.erased.v1': describeSchema(
    'Its contact is being erased: forget all that is known of the message.',
    Strict(ids),
  ),
} as const
