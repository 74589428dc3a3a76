import { type Static, Type } from '@sinclair/typebox'
import { Id, Nullable, OneOf, Strict, Time } from '../envelope.js'
import { FILE_CODES } from '../errors/files.js'
import { ONE_FILE } from '../files/forms.js'
import { deletionErrors } from '../records/references.js'
import { connectionSettingsOfBodies } from '../settings/connection-settings.js'
import { SendLimits } from '../settings/send-limits.js'
import { Name, optionalText } from '../text.js'
import { Acknowledgement } from '../views/answers.js'
import { viewsOf } from '../views/joined-views.js'
import { ConnectionRecord } from '../views/records.js'
import { routes } from './route.js'

const Count = Type.Integer({ minimum: 0 })
const SHOWN_VIEWS = viewsOf('connection')
/** Connections have no credentials on the wire, so `session` has no effect. */
const Ignored = Strict({ session: optionalText.ignored, companyId: optionalText.ignored })
const MISSING = ['ERR_NO_WAPP_FOUND'] as const
const SESSION = [...MISSING, 'ERR_WAPP_NOT_INITIALIZED'] as const

/** Fields refused by name. A token is made by its own route; the other fields are not built yet. */
const REFUSED_FIELDS = ['token', 'promptId', 'integrationId'] as const

const WithoutEffect = Type.Optional(Nullable(Type.String({ maxLength: 100 })))

/** `channel` counts only at creation. Existing clients send `status` and `provider`, without effect. */
export const ConnectionBody = Strict({
  name: Name,
  status: WithoutEffect,
  provider: WithoutEffect,
  channel: Type.Optional(OneOf(['whatsapp', 'simulator'])),
  isDefault: Type.Optional(Type.Boolean()),
  queueIds: Type.Optional(Type.Array(Id, { maxItems: 500, uniqueItems: true })),
  ...connectionSettingsOfBodies,
  /** start of the old messages to import */
  importOldMessages: Type.Optional(Nullable(Time)),
  /** end of the old messages to import; absent: now */
  importRecentMessages: Type.Optional(Nullable(Time)),
  importOldMessagesGroups: Type.Optional(Nullable(Type.Boolean())),
  closedTicketsPostImported: Type.Optional(Nullable(Type.Boolean())),
})
export type ConnectionBody = Static<typeof ConnectionBody>
/** `PUT /whatsappsession/{id}`: a new QR code, or with a number (digits, country code first) a pairing code. */
const Session = Strict({
  number: Type.Optional(Nullable(Type.String({ pattern: '^[0-9]{8,20}$' }))),
})

export const connectionRoutes = routes({
  'GET /whatsapp': {
    allow: 'user',
    query: Ignored,
    answer: Type.Array(ConnectionRecord),
    views: SHOWN_VIEWS,
    summary: 'All connections of the company, without credentials and codes',
  },
  'GET /whatsapp/:id': {
    allow: 'user',
    query: Ignored,
    answer: ConnectionRecord,
    views: SHOWN_VIEWS,
    errors: MISSING,
    summary: 'One connection',
  },
  'GET /whatsapp/:id/tickets-count': {
    allow: 'admin',
    answer: Strict({
      /** active tickets */
      active: Count,
      /** number of users with this default connection */
      users: Count,
      /** number of pending messages: the deletion makes them fail */
      queued: Count,
      /** whether an import of old messages is running: the deletion ends the import */
      importing: Type.Boolean(),
    }),
    views: ['connections', 'inbox', 'users', 'due-work'],
    errors: MISSING,
    summary: 'What its deletion would touch',
  },
  'POST /whatsapp': {
    allow: 'admin',
    body: ConnectionBody,
    later: REFUSED_FIELDS,
    answer: ConnectionRecord,
    views: SHOWN_VIEWS,
    errors: [
      'ERR_QUEUE_NOT_FOUND',
      'ERR_CONNECTION_NAME_ALREADY_EXISTS',
      'ERR_SIMULATOR_OFF',
      'ERR_WAPP_GREETING_REQUIRED',
      'ERR_CONNECTION_LIMIT',
      'ERR_IMPORT_WINDOW',
    ],
    summary:
      'Creates a connection and starts its session; old messages are imported when its phone is linked',
  },
  'PUT /whatsapp/:id': {
    allow: 'admin',
    body: ConnectionBody,
    later: REFUSED_FIELDS,
    answer: ConnectionRecord,
    views: SHOWN_VIEWS,
    errors: [
      ...MISSING,
      'ERR_QUEUE_NOT_FOUND',
      'ERR_WAPP_GREETING_REQUIRED',
      'ERR_CONNECTION_NAME_ALREADY_EXISTS',
      'ERR_NO_OTHER_WHATSAPP',
      'ERR_IMPORT_WINDOW',
    ],
    summary:
      'Changes a connection; an import of old messages that it asks for ends the session, because a phone hands its history over when it is linked',
  },
  'DELETE /whatsapp/:id': {
    allow: 'admin',
    /** the choice for the connection's active tickets; absent: they stay, without connection */
    query: Strict({ moveTo: Type.Optional(Type.String({ pattern: '^(close|[1-9][0-9]{0,14})$' })) }),
    answer: Acknowledgement,
    views: SHOWN_VIEWS,
    errors: [...MISSING, 'ERR_NO_OTHER_WHATSAPP', ...deletionErrors('connection')],
    summary:
      'Deletes a connection and logs its session out; its active tickets move to `moveTo`, are closed (`close`), or stay without one',
  },
  'DELETE /whatsapp/:id/import': {
    allow: 'admin',
    answer: ConnectionRecord,
    views: SHOWN_VIEWS,
    errors: MISSING,
    summary: 'Cancels the import of old messages; what is there stays',
  },
  'POST /closedimported/:id': {
    allow: 'admin',
    answer: ConnectionRecord,
    views: SHOWN_VIEWS,
    errors: MISSING,
    summary:
      'Closes the waiting tickets that old messages of a connection have opened, and in which nobody has written since; in the background',
  },
  'POST /whatsapp/:id/media-upload': {
    allow: 'admin',
    form: ONE_FILE,
    answer: Type.Literal(''),
    views: SHOWN_VIEWS,
    errors: [...MISSING, ...FILE_CODES],
    summary: 'Brings the file that goes with the greeting, in the place of the one that is there',
  },
  'DELETE /whatsapp/:id/media-upload': {
    allow: 'admin',
    answer: Type.Literal(''),
    views: SHOWN_VIEWS,
    errors: MISSING,
    summary: 'Takes the file of the greeting away',
  },
  'POST /whatsapp/:id/token': {
    plan: 'useExternalApi',
    allow: 'admin',
    notInVisit: true,
    answer: Strict({ token: Type.String() }),
    views: SHOWN_VIEWS,
    errors: MISSING,
    summary:
      'Makes a token with which programs send through this connection, in the place of the one before; it is told this once',
  },
  'DELETE /whatsapp/:id/token': {
    allow: 'admin',
    notInVisit: true,
    answer: ConnectionRecord,
    views: SHOWN_VIEWS,
    errors: MISSING,
    summary: 'Revokes the token',
  },
  'POST /whatsapp-restart': {
    allow: 'admin',
    answer: Acknowledgement,
    summary: 'Restarts the sessions of all connections of the company',
  },
  'POST /whatsappsession/:id': {
    allow: 'admin',
    body: Session,
    answer: Acknowledgement,
    views: ['connections'],
    errors: SESSION,
    summary:
      'Starts the session with the credentials it has; `number` confirms that it has another number now (ERR_WAPP_OTHER_NUMBER)',
  },
  'PUT /whatsappsession/:id': {
    allow: 'admin',
    body: Session,
    answer: Acknowledgement,
    views: ['connections'],
    errors: SESSION,
    summary: 'Forgets the credentials and asks for a new QR or pairing code',
  },
  'DELETE /whatsappsession/:id': {
    allow: 'admin',
    answer: Acknowledgement,
    views: ['connections'],
    errors: SESSION,
    summary: 'Logs the session out',
  },
})

/** Limits of a connection. The answer comes from the vault, because the gateway counts there. */
export const connectionLimitRoutes = routes({
  'GET /whatsapp/:id/limits': {
    allow: 'admin',
    answer: SendLimits,
    errors: MISSING,
    summary: 'How much it has sent lately, beside what it may send',
  },
})
