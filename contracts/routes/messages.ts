import { type Static, Type } from '@sinclair/typebox'
import { Id, Nullable, Strict } from '../envelope.js'
import { FILE_CODES } from '../errors/files.js'
import { MAX_FILE_SIZE, MAX_SIZES } from '../files/files.js'
import { type FormSpec, MOST_FILES } from '../files/forms.js'
import { DELETE_HOURS, EDIT_MINUTES } from '../message/too-late.js'
import { MessageIdText, MessageText, optionalText, PhoneText, pagedQuery } from '../text.js'
import { PageOf } from '../views/answers.js'
import { MessagePage } from '../views/conversation.js'
import { viewsOf } from '../views/joined-views.js'
import { FoundMessage } from '../views/records.js'
import { routes } from './route.js'

const SHOWN_VIEWS = viewsOf('ticket', 'message')
const ofMessage = { id: MessageIdText }
const MISSING = ['ERR_NO_MESSAGE_FOUND', 'ERR_NO_TICKET_FOUND', 'ERR_WAPP_DELETED'] as const

/** Existing clients send `read`, `fromMe` and `mediaUrl`, without effect. */
const ignored = {
  read: Type.Optional(Type.Union([Type.Boolean(), Type.Integer()])),
  fromMe: Type.Optional(Type.Boolean()),
  mediaUrl: Type.Optional(Nullable(Type.String({ maxLength: 2000 }))),
}
/** Clients send the quoted message whole; only its id counts. */
const Quoted = Type.Optional(
  Nullable(
    Type.Object({ id: Type.String({ maxLength: 64 }) }, { additionalProperties: true, maxProperties: 60 }),
  ),
)

/**
 * `quickmessageId`: the quick reply of the text, for the count of its uses. A use of a deleted reply, or of
 * one hidden from the caller, is not counted, but the message is sent. The file list is sent after the text
 * and the files.
 */
export const NewMessage = Strict({
  body: MessageText,
  quotedMsg: Quoted,
  quickmessageId: Type.Optional(Nullable(Id)),
  fileListId: Type.Optional(Nullable(Id)),
  ...ignored,
})
const EditMessage = Strict({ body: MessageText, quotedMsg: Quoted, ...ignored })
/** An emoji, or '' to remove the caller's reaction. */
/** A requested reaction, with the message's other reactions. */
const Reacted = Strict({
  message: Type.String(),
  reactions: Type.Array(Strict({ type: Type.String(), userId: Nullable(Id) })),
})
const Reaction = Strict({ type: Type.String({ maxLength: 32 }) })

const Forward = Strict({
  messageId: MessageIdText,
  contactId: Id,
  /** the caller's name is added above the text */
  signMessage: Type.Optional(Type.Boolean()),
})

/** A program's message. `closeTicket` is refused by name unless empty. */
export const ApiMessage = Strict({ number: PhoneText, body: MessageText })
export type ApiMessage = Static<typeof ApiMessage>

const unused = Type.Optional(Type.String({ maxLength: 2000, deprecated: true, description: 'Has no effect' }))
const sizes = Object.entries(MAX_SIZES).map(([kind, bytes]) => `${kind} ${bytes}`)
const MESSAGE_FORM = {
  files: {
    name: 'medias',
    most: MOST_FILES,
    bytes: MAX_FILE_SIZE,
    description: `Each file is a message of its own. The largest of a kind, in bytes: ${sizes.join(', ')}`,
  },
  fields: Strict({
    body: Type.Optional(
      Type.Array(MessageText, { description: 'The text, or the captions in the order of the files' }),
    ),
    voice: Type.Optional(
      Type.Array(Type.String({ maxLength: 100 }), {
        description:
          'true or 1: an audio file is a voice message; in the order of the files, or once for all',
      }),
    ),
    quotedMsg: Type.Optional(
      Type.String({ description: 'The quoted message as JSON, of which the id counts', maxLength: 65_536 }),
    ),
    quickmessageId: Type.Optional(
      Type.String({
        pattern: '^([1-9][0-9]{0,14})?$',
        description: 'The quick reply that it was made with; for the count of its uses',
      }),
    ),
    fileListId: Type.Optional(
      Type.String({
        pattern: '^([1-9][0-9]{0,14})?$',
        description: 'A file list that goes out behind the files',
      }),
    ),
    ...{ read: unused, fromMe: unused, mediaUrl: unused },
  }),
} as const satisfies FormSpec

const API_MESSAGE_FORM = {
  files: { name: 'medias', most: 0, bytes: 0 },
  fields: Strict({
    ...ApiMessage.properties,
    closeTicket: Type.Optional(
      Type.String({
        maxLength: 100,
        deprecated: true,
        description: 'Refused by its name unless it is empty',
      }),
    ),
  }),
} as const satisfies FormSpec

/** Routes for programs, with a connection's token. */
export const sendRoutes = routes({
  'POST /messages/send': {
    allow: 'api token',
    plan: 'useExternalApi',
    form: API_MESSAGE_FORM,
    body: ApiMessage,
    later: ['medias', 'closeTicket'],
    answer: Strict({ mensagem: Type.Literal('Mensagem enviada') }),
    errors: [
      'ERR_API_TOKEN',
      'ERR_TOO_MANY_REQUESTS',
      'ERR_MESSAGE_EMPTY',
      'ERR_WAPP_NOT_INITIALIZED',
      'ERR_WAPP_CHECK_CONTACT',
      'ERR_WAPP_INVALID_CONTACT',
      'ERR_CONTACT_BLOCKED',
      'ERR_CONTACT_ERASED',
      'ERR_NO_WAPP_FOUND',
      'ERR_NO_TICKET_FOUND',
    ],
    summary:
      'Sends a text to a number through the connection of the token; contact and ticket are made where there are none',
  },
})

export const messageRoutes = routes({
  'GET /messages/:ticketId': {
    allow: 'user',
    on: 'ticket',
    query: pagedQuery({
      around: Type.Optional(Type.String({ pattern: '^[A-Za-z0-9_-]{1,64}$' })),
      newer: optionalText.cursor,
    }),
    answer: MessagePage,
    views: SHOWN_VIEWS,
    errors: ['ERR_NO_TICKET_FOUND', 'ERR_NO_MESSAGE_FOUND'],
    summary:
      'A conversation, 20 messages a page, the newest page first, oldest first inside it; `around` a message, or `newer` than a page',
  },
  'GET /search/messages': {
    allow: 'user',
    query: pagedQuery({ ticketId: optionalText.id }),
    answer: PageOf('messages', FoundMessage),
    views: SHOWN_VIEWS,
    errors: ['ERR_NO_TICKET_FOUND'],
    summary: 'Messages that hold all words, newest first, with their tickets',
  },
  'POST /messages/:ticketId': {
    allow: 'user',
    on: 'decider',
    body: NewMessage,
    form: MESSAGE_FORM,
    errors: [
      'ERR_NO_TICKET_FOUND',
      'ERR_TICKET_NOT_OPEN',
      'ERR_TICKET_OF_COLLEAGUE',
      'ERR_TICKET_WITHOUT_CONNECTION',
      'ERR_CONTACT_ERASED',
      'ERR_CONTACT_BLOCKED',
      'ERR_NO_MESSAGE_FOUND',
      'ERR_MESSAGE_EMPTY',
      'ERR_NO_FILE_LIST_FOUND',
      ...FILE_CODES,
    ],
    summary:
      'Sends a message, or several with files or a file list; answers empty as soon as it is kept, its id in X-Message-Id',
  },
  'POST /message/forward': {
    allow: 'user',
    body: Forward,
    errors: [
      ...MISSING,
      'ERR_MESSAGE_DELETED',
      'ERR_MESSAGE_EMPTY',
      'ERR_MESSAGE_NOT_FORWARDED',
      'ERR_STORAGE_FULL',
      'ERR_TICKET_WITHOUT_CONNECTION',
      'ERR_NO_CONTACT_FOUND',
      'ERR_CONTACT_ERASED',
      'ERR_CONTACT_BLOCKED',
      'ERR_OTHER_OPEN_TICKET',
      'ERR_TICKET_ALREADY_TAKEN',
      'ERR_TICKET_NOT_OPEN',
      'ERR_TICKET_OF_COLLEAGUE',
      'ERR_TICKET_STATE',
      'ERR_USER_AT_CAPACITY',
    ],
    summary:
      'Forwards a message to a contact, into the ticket that the caller has with him there, or a new one; answers as sending does',
  },
  'POST /messages/edit/:id': {
    allow: 'user',
    on: 'message',
    params: ofMessage,
    body: EditMessage,
    errors: [
      ...MISSING,
      'ERR_TICKET_OF_COLLEAGUE',
      'ERR_NOT_OWN_MESSAGE',
      'ERR_MESSAGE_EMPTY',
      'ERR_MESSAGE_DELETED',
      'ERR_EDITING_WAPP_MSG',
      'ERR_WAPP_EDIT_TOO_LATE',
      'ERR_MESSAGE_CHANGED',
    ],
    summary: `Changes the text of an own message, in the first ${EDIT_MINUTES} minutes after it was sent`,
  },
  'POST /messages/:id/retry': {
    allow: 'user',
    on: 'message',
    params: ofMessage,
    errors: [
      ...MISSING,
      'ERR_MESSAGE_DELETED',
      'ERR_TICKET_NOT_OPEN',
      'ERR_TICKET_OF_COLLEAGUE',
      'ERR_TICKET_WITHOUT_CONNECTION',
      'ERR_CONTACT_BLOCKED',
      'ERR_CONTACT_ERASED',
      'ERR_MESSAGE_NOT_RETRIED',
    ],
    summary:
      'Sends a failed message once more where sending is allowed and it would still go the same way, or fetches a file once more',
  },
  'DELETE /messages/:id': {
    allow: 'user',
    on: 'message',
    params: ofMessage,
    errors: [
      ...MISSING,
      'ERR_TICKET_OF_COLLEAGUE',
      'ERR_NOT_OWN_MESSAGE',
      'ERR_MESSAGE_DELETED',
      'ERR_DELETE_WAPP_MSG',
      'ERR_WAPP_DELETE_TOO_LATE',
    ],
    summary: `Deletes an own message for everyone, in the first ${DELETE_HOURS} hours after it was sent`,
  },
  'POST /messages/:id/reactions': {
    allow: 'user',
    on: 'message',
    params: ofMessage,
    body: Reaction,
    answer: Reacted,
    errors: [...MISSING, 'ERR_MESSAGE_DELETED', 'ERR_TICKET_OF_COLLEAGUE'],
    summary: 'Reacts to a message, or takes the reaction back',
  },
  'GET /public/:blobId': {
    allow: 'user',
    params: { blobId: Type.String({ pattern: '^[A-Za-z0-9_-]{16,128}$' }) },
    query: Strict({ preview: Type.Optional(Type.Literal('1')) }),
    file: true,
    errors: ['ERR_NO_FILE_FOUND', 'ERR_MEDIA_TYPE'],
    summary:
      'A stored file, by the media cookie or a bearer token, in ranges if asked; with `preview=1` a picture as a JPEG of at most 1600 pixels a side',
  },
})
