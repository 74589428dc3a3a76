import { type RecordRoutes, routesOfRecord } from '../records/derive.js'
import { RECORDS, type RecordName, type Records } from '../records/index.js'
import type { RecordSpec } from '../records/record.js'
import type { HttpKey } from './index.js'

/** Rights to cause an effect, each inside the caller's own company. */
export const RIGHTS = {
  ticket: 'who may open the ticket',
  attendant: 'who may open the ticket and, where a colleague attends, that colleague and admins',
  waiting: 'who attends the ticket there already, or may accept it; a new one, if the contact has none',
  'one of the tickets':
    'who may open an active ticket of the contact, if there are any; asked again when it is due',
  'all tickets': 'who may open every active ticket of the contact',
  'no ticket': 'who may not open the ticket: a sentence of ours to those who may',
  lane: 'who may change or delete the tag: supervisors make a lane of it',
  company: 'everybody of the company',
  admin: 'admins',
  token: 'the token of the connection',
} as const
export type Right = keyof typeof RIGHTS

/** The English noun of a record kind, without its article. */
const nounOf = ({ words }: RecordSpec): string => words.noun[1].replace('the ', '')
type NounOf<N extends RecordName> = Records[N]['words']['noun'][1] extends `the ${infer W}` ? W : never
const everyRecord = Object.values<RecordSpec>(RECORDS)
const recordAggregates = Object.fromEntries(
  everyRecord.map((spec) => [nounOf(spec), [spec.kept === 'alone' ? spec.name : spec.plural]]),
) as unknown as { readonly [N in RecordName as NounOf<N>]: readonly string[] }

/** The aggregates that commands change, with the kinds of their streams (contracts/events/index.ts). */
export const AGGREGATES = {
  ...recordAggregates,
  company: ['company', 'plan-use'],
  plan: ['plans', 'plan-use'],
  settings: ['settings'],
  user: ['user', 'quota'],
  connection: ['connections', 'connection', 'history'],
  contact: ['contact'],
  import: ['import'],
  export: ['export'],
  closure: ['closures'],
  ticket: ['ticket', 'tickets', 'marks'],
  message: ['message', 'reactor'],
} as const
export type Aggregate = keyof typeof AGGREGATES

/**
 * Kinds of streams whose events change nothing that a user sees. `erasure` holds only ids of removed things.
 */
export const WITHOUT_EFFECT: readonly string[] = ['erasure']

/** Aggregates that a command changes. */
export interface CommandAggregates {
  /** the aggregates of the route's own subject: the route's declaration checks the right */
  readonly own: readonly Aggregate[]
  /** other aggregates that the command changes, at once or by a process, and the right for each */
  readonly also?: { readonly [A in Aggregate]?: Right }
}

type Command = Exclude<HttpKey, `GET ${string}`>

const SCHEDULE_EFFECT = {
  own: ['scheduled message'],
  also: { message: 'one of the tickets', ticket: 'one of the tickets' },
} as const
const OF_VAULT = { own: [] } as const
/** the tag's tickets enter or leave its lane on the kanban board */
const LANE = { own: ['tag'], also: { ticket: 'lane' } } as const
const USER = { own: ['user'] } as const
const CONNECTION = { own: ['connection'] } as const
const CLOSES_IMPORTED = { own: ['connection'], also: { ticket: 'admin' } } as const
const MESSAGE = { own: ['message'] } as const
const IMPORT = { own: ['import'], also: { contact: 'company' } } as const

type RecordCommand = Exclude<keyof RecordRoutes, `GET ${string}`>
/** The commands of a record change the record itself. */
const recordEndings = Object.fromEntries(
  everyRecord.flatMap((spec) =>
    Object.keys(routesOfRecord(spec))
      .filter((key) => !key.startsWith('GET '))
      .map((key) => [key, { own: [nounOf(spec)] }]),
  ),
) as unknown as { readonly [K in RecordCommand]: CommandAggregates }

/**
 * Aggregates that each command changes. A record's command is listed only if it changes other aggregates. A
 * test fails for a command that changes an unlisted aggregate. Another calls each entry of `also` with and
 * without the right (command-api/effects.test.ts).
 */
export const COMMAND_AGGREGATES = {
  ...recordEndings,
  'POST /companies': { own: ['company', 'user', 'settings'] },
  'POST /companies/cadastro': { own: ['company', 'user', 'settings'] },
  'PUT /companies/:id': { own: ['company', 'settings'] },
  'DELETE /companies/:id': { own: ['company', 'closure', 'user', 'connection'] },
  'POST /companies/:id/due-date': { own: ['company'] },
  'POST /setup': { own: ['company', 'user'] },
  'POST /auth/login': USER,
  'POST /auth/refresh_token': USER,
  'POST /auth/invitation/check': OF_VAULT,
  'POST /auth/invitation': USER,
  'POST /auth/reset-password-request': OF_VAULT,
  'POST /auth/reset-password': USER,
  'DELETE /auth/logout': USER,
  'PUT /settings/:key': { own: ['settings'] },
  'POST /settings/media-upload': { own: ['settings'] },
  'DELETE /settings/media-upload/:ref': { own: ['settings'] },
  'PUT /companies/:id/schedules': { own: ['settings'] },
  'POST /company-export': { own: ['export'] },
  'POST /subscription/unblock': { own: ['company'] },
  'PUT /push/device': OF_VAULT,
  'DELETE /push/device': OF_VAULT,
  'PUT /drafts/:ticketId': OF_VAULT,
  'POST /parked/:id/retry': OF_VAULT,
  'DELETE /parked/:id': OF_VAULT,
  'DELETE /mails/:id': OF_VAULT,

  'POST /users': USER,
  'PUT /users/:id': USER,
  'DELETE /users/:id/sessions': USER,
  'POST /users/:id/invitation': USER,
  'DELETE /users/:id': { own: ['user'], also: { ticket: 'admin', 'quick reply': 'admin' } },

  'DELETE /queue/:id': {
    own: ['queue'],
    also: { user: 'admin', connection: 'admin', ticket: 'admin', 'quick reply': 'admin' },
  },
  'PUT /tags/:id': LANE,
  'DELETE /tags/:id': LANE,
  'POST /files/uploadList/:id': { own: ['file list'] },
  'POST /ticket-notes': { own: [], also: { note: 'ticket' } },
  'POST /schedules': SCHEDULE_EFFECT,
  'PUT /schedules/:id': SCHEDULE_EFFECT,
  'POST /schedules/:id/media-upload': SCHEDULE_EFFECT,
  'DELETE /schedules/:id/media-upload': SCHEDULE_EFFECT,
  'POST /schedules/:id/occurrences': SCHEDULE_EFFECT,

  'POST /visits': { own: ['user'] },
  'DELETE /visits/current': { own: ['user'] },

  'POST /whatsapp': CONNECTION,
  'PUT /whatsapp/:id': CONNECTION,
  'DELETE /whatsapp/:id': {
    own: ['connection'],
    also: { user: 'admin', ticket: 'admin', message: 'admin' },
  },
  'DELETE /whatsapp/:id/import': CLOSES_IMPORTED,
  'POST /closedimported/:id': CLOSES_IMPORTED,
  'POST /whatsapp/:id/media-upload': CONNECTION,
  'DELETE /whatsapp/:id/media-upload': CONNECTION,
  'POST /whatsapp/:id/token': CONNECTION,
  'DELETE /whatsapp/:id/token': CONNECTION,
  'POST /whatsapp-restart': CONNECTION,
  'POST /whatsappsession/:id': CONNECTION,
  'PUT /whatsappsession/:id': CONNECTION,
  'DELETE /whatsappsession/:id': CONNECTION,

  'POST /contacts': { own: ['contact'] },
  // a new number or a block changes whether, and where to, colleagues' open conversations are sent
  'PUT /contacts/:id': { own: ['contact'], also: { note: 'all tickets' } },
  'PUT /contacts/:id/block': { own: [], also: { contact: 'all tickets' } },
  'POST /contacts/:id/merge': { own: ['contact'], also: { ticket: 'admin' } },
  'DELETE /contacts/:id': { own: ['contact'], also: { ticket: 'admin' } },
  'POST /contacts/import': IMPORT,
  'POST /contacts/upload': IMPORT,
  'DELETE /contacts/imports/:id': IMPORT,

  'POST /tickets': { own: ['ticket'] },
  'PUT /tickets/:id': { own: ['ticket'], also: { message: 'attendant', note: 'ticket' } },
  'POST /tickets/:id/ask': { own: [], also: { note: 'no ticket' } },
  'PUT /tickets/:id/fields': { own: ['ticket'] },
  'DELETE /tickets/:id/bot': { own: ['ticket'] },
  'PUT /tickets/:id/lane': { own: ['ticket'] },
  'PUT /ticket-tags/:ticketId/:tagId': { own: ['ticket'] },
  'DELETE /ticket-tags/:ticketId': { own: ['ticket'] },
  'POST /tickets/:id/snooze': { own: ['ticket'] },
  'DELETE /tickets/:id/snooze': { own: ['ticket'] },
  'POST /tickets/:id/undo-close': { own: ['ticket'] },
  'DELETE /tickets/:id': { own: ['ticket'] },
  'POST /tickets/closeAll': { own: ['ticket'] },
  'POST /tags/sync': { own: ['ticket'] },
  'POST /tickets/:id/read': { own: ['ticket'] },

  'POST /messages/:ticketId': { own: ['message', 'ticket'] },
  'POST /message/forward': { own: ['message'], also: { ticket: 'waiting' } },
  'POST /messages/edit/:id': MESSAGE,
  'POST /messages/:id/retry': MESSAGE,
  'DELETE /messages/:id': MESSAGE,
  'POST /messages/:id/reactions': MESSAGE,
  'POST /messages/send': { own: ['message'], also: { contact: 'token', ticket: 'token' } },
} as const satisfies { readonly [K in Command]: CommandAggregates }

/** The entries of `also` in COMMAND_AGGREGATES, flattened: command, aggregate and right. */
export const EFFECTS = Object.entries(
  COMMAND_AGGREGATES as Readonly<Record<string, CommandAggregates>>,
).flatMap(([command, { also = {} }]) =>
  Object.entries(also).map(([aggregate, right]) => ({
    command: command as Command,
    aggregate: aggregate as Aggregate,
    right,
  })),
)

/**
 * Places where a record's text is shown beside another record, and its readers there. `files` read the text. A test
 * fails for other files that read messages, notes or planned messages.
 */
export const SHOWN_BESIDE = [
  {
    text: 'the message that a message quotes',
    reads: 'who may open the ticket of the quoted message, which need not be the one that is read',
    files: ['infra/records/joins.ts', 'infra/records/create-records.ts'],
  },
  {
    text: 'messages in a conversation, with those of other tickets of the contact',
    reads: 'who may open their ticket',
    files: [
      'query-api/routes/messages.ts',
      'query-api/routes/tickets.ts',
      'query-api/routes/contacts.ts',
      'query-api/routes/gallery.ts',
    ],
  },
  {
    text: 'messages and notes in frames',
    reads: 'who may open their ticket now',
    files: ['query-api/realtime/on-changes.ts', 'query-api/realtime/ticket-frames.ts'],
  },
  {
    text: 'notes about a ticket beside it, beside its contact, and where they mention somebody',
    reads: 'who may open the ticket; notes about the contact alone, everybody of the company',
    files: ['query-api/routes/notes.ts'],
  },
  {
    text: 'planned messages and notes in lists of records',
    reads: 'who may open the ticket that they name',
    files: ['query-api/routes/records.ts', 'infra/records/present-records.ts'],
  },
  {
    text: 'the first words of notes and planned messages in a history, and the reason of a transfer',
    reads: 'who may open the ticket of the history; in the audit, admins',
    files: ['query-api/routes/audit-names.ts'],
  },
  {
    text: 'comments beside ratings',
    reads: 'admins',
    files: ['query-api/routes/ratings.ts'],
  },
  {
    text: 'files of messages and records',
    reads: 'who reads one of the messages or records that name the file',
    files: ['query-api/routes/media.ts'],
  },
  {
    text: 'how many tickets and messages contacts have that may be the same person',
    reads: 'admins',
    files: ['query-api/routes/duplicates.ts'],
  },
] as const
