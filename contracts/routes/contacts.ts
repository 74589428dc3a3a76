import { type Static, Type } from '@sinclair/typebox'
import { ImportRecord, SheetPreview } from '../contact/imports.js'
import { Id, Nullable, OneOf, Strict } from '../envelope.js'
import type { FormSpec } from '../files/forms.js'
import { Email, Name, optionalText, PhoneText, pagedQuery } from '../text.js'
import { Erased, PageOf } from '../views/answers.js'
import { viewsOf } from '../views/joined-views.js'
import {
  ContactRecord,
  DuplicateRecord,
  KnownContact,
  ListedContact,
  MessageRecord,
  ShownContact,
  TicketRecord,
} from '../views/records.js'
import { routes } from './route.js'

const NUMBER = [
  'ERR_NO_DEF_WAPP_FOUND',
  'ERR_WAPP_NOT_INITIALIZED',
  'ERR_WAPP_INVALID_CONTACT',
  'ERR_WAPP_CHECK_CONTACT',
  'ERR_TOO_MANY_REQUESTS',
  'ERR_CONTACT_ERASED',
] as const

/** Created on one day, or from one day to another, both included. */
const days = { date: optionalText.day, dateStart: optionalText.day, dateEnd: optionalText.day }

const Count = Type.Integer({ minimum: 0 })
/** Tabs of a contact's gallery. */
const GALLERY_KINDS = ['pictures', 'files', 'links'] as const
export type GalleryKind = (typeof GALLERY_KINDS)[number]

export const ContactBody = Strict({
  name: Name,
  /**
   * a number with country code; 10 or 11 digits get the company's country code. Spaces, dashes, brackets and
   * a plus are removed
   */
  number: PhoneText,
  email: Type.Optional(Nullable(Type.Union([Email, Type.Literal('')]))),
  active: Type.Optional(Type.Boolean()),
  extraInfo: Type.Optional(
    Type.Array(
      Strict({
        id: Type.Optional(Nullable(Id)),
        name: Type.String({ minLength: 1, maxLength: 100 }),
        value: Type.String({ maxLength: 2000 }),
      }),
      { maxItems: 100 },
    ),
  ),
})
export type ContactBody = Static<typeof ContactBody>

/** An empty or absent number stays unchanged: some contacts have only a linked id. */
const ContactChange = Strict({
  ...ContactBody.properties,
  number: Type.Optional(Type.Union([ContactBody.properties.number, Type.Literal('')])),
})

export const contactRoutes = routes({
  'GET /contacts': {
    allow: 'user',
    query: pagedQuery({
      ...days,
      /**
       * Only new contacts of the dashboard: contacts who wrote first or were added, without contacts that a linked phone knew
       * before.
       */
      leads: optionalText.flag,
    }),
    answer: PageOf('contacts', ListedContact),
    views: ['contacts', 'companies', 'inbox', 'tags'],
    summary: 'Contacts by name, 30 a page; a search finds words of name and e-mail, and parts of the number',
  },
  'GET /contacts/export': {
    allow: 'user',
    query: Strict({ searchParam: optionalText.search, ...days, leads: optionalText.flag }),
    answer: Type.String(),
    csv: true,
    views: ['contacts', 'companies'],
    summary: 'The same contacts by name as a CSV file; its columns nome, numero and email can be imported',
  },
  'GET /contacts/list': {
    allow: 'user',
    query: Strict({ name: optionalText.search, companyId: optionalText.ignored }),
    answer: Type.Array(ContactRecord),
    views: ['contacts'],
    summary: 'Up to a thousand contacts by name, for pick lists; `X-Has-More: true` where there are more',
  },
  'GET /contacts/:id': {
    allow: 'user',
    answer: ShownContact,
    views: ['contacts', 'connections'],
    errors: ['ERR_NO_CONTACT_FOUND'],
    summary: 'One contact',
  },
  'GET /contacts/duplicates': {
    allow: 'admin',
    query: Strict({ contactId: optionalText.id }),
    answer: Type.Array(DuplicateRecord),
    views: ['contacts', 'inbox', 'notes'],
    errors: ['ERR_NO_CONTACT_FOUND'],
    summary:
      'Contacts that may be one person, 100 groups and 300 contacts at most; of one contact where `contactId` is given',
  },
  'POST /contacts/:id/merge': {
    allow: 'admin',
    body: Strict({ contactId: Id }),
    answer: ContactRecord,
    views: ['contacts', 'inbox'],
    errors: ['ERR_NO_CONTACT_FOUND', 'ERR_CONTACTS_DIFFER', 'ERR_CONTACT_ERASED'],
    summary: 'Makes the contact `contactId` one with this one, which stays; it cannot be taken apart again',
  },
  'GET /contacts/:id/history': {
    allow: 'user',
    answer: Strict({ tickets: Type.Array(TicketRecord), files: Type.Array(MessageRecord) }),
    views: viewsOf('ticket', 'message'),
    errors: ['ERR_NO_CONTACT_FOUND'],
    summary:
      'The newest tickets of a contact that the caller may open, and the newest files in them, 30 of each',
  },
  'GET /contacts/:id/counts': {
    allow: 'user',
    answer: Strict({ tickets: Count, files: Count, schedules: Count }),
    views: ['contacts', 'inbox', 'conversation', 'schedules'],
    errors: ['ERR_NO_CONTACT_FOUND'],
    summary:
      'How many tickets, stored files and planned messages of a contact the caller may open, of its newest 300 tickets',
  },
  'GET /contacts/:id/gallery': {
    allow: 'user',
    query: Strict({ kind: Type.Optional(OneOf(GALLERY_KINDS)), cursor: optionalText.cursor }),
    answer: Strict({ messages: Type.Array(MessageRecord), cursor: Nullable(Type.String()) }),
    views: [...viewsOf('message'), 'inbox', 'contacts'],
    errors: ['ERR_NO_CONTACT_FOUND'],
    summary:
      'Pictures and videos (unless `kind` says otherwise), files, or links of a contact that the caller may open, newest first; a page may be short, even empty, as long as it has a cursor',
  },
  'POST /contacts': {
    allow: 'user',
    body: ContactBody,
    answer: Type.Union([ContactRecord, KnownContact]),
    views: ['contacts'],
    errors: NUMBER,
    summary: 'Creates a contact after its number was checked on WhatsApp',
  },
  'PUT /contacts/:id': {
    allow: 'user',
    body: ContactChange,
    answer: ContactRecord,
    views: ['contacts'],
    errors: [
      ...NUMBER,
      'ERR_NO_CONTACT_FOUND',
      'ERR_DUPLICATED_CONTACT',
      'ERR_NUMBER_OF_OPEN_TICKET',
      'ERR_CONTACT_CHANGED',
    ],
    summary:
      'Changes a contact; with X-Seen-Position only what the caller changed of it as it was there, rows of `extraInfo` by id',
  },
  'PUT /contacts/:id/block': {
    allow: 'supervisor',
    body: Strict({ whatsappId: Id, blocked: Type.Boolean() }),
    answer: ContactRecord,
    views: ['contacts'],
    errors: [
      'ERR_NO_CONTACT_FOUND',
      'ERR_NO_WAPP_FOUND',
      'ERR_WAPP_NOT_INITIALIZED',
      'ERR_WAPP_BLOCK',
      'ERR_BLOCK_OF_OPEN_TICKET',
      'ERR_TOO_MANY_REQUESTS',
      'ERR_CONTACT_ERASED',
    ],
    summary: 'Blocks a contact on WhatsApp for a connection, or takes that back; groups cannot be blocked',
  },
  'DELETE /contacts/:id': {
    allow: 'admin',
    answer: Erased,
    errors: ['ERR_NO_CONTACT_FOUND'],
    summary: 'Erases a contact with everything that was written with it, and tells how much that was',
  },
})

const ImportId = Type.String({ pattern: '^[0-9a-f-]{36}$' })

/** Imports are in the vault, so their queries need no views. A company has one import at a time. */
const queryFlag = (description: string) =>
  Type.Optional(Type.String({ pattern: '^(true|false)?$', description }))
/** A column of a sheet, counted from 0. */
const columnIndex = (of: string) =>
  Type.Optional(
    Type.String({
      pattern: '^(none|[0-9]{1,3})$',
      description: `The column of the ${of}, from 0, or none, in the place of the one that its title tells`,
    }),
  )
const SHEET_FORM = {
  files: { name: 'file', most: 1, bytes: 10 * 1024 * 1024, description: 'An .xlsx, .xls or .csv file' },
  fields: Strict({
    preview: queryFlag('true: nothing is imported, the answer tells what the file would bring'),
    addCountry: queryFlag('true: numbers without a country code get that of the company'),
    nameColumn: columnIndex('name'),
    numberColumn: columnIndex('number'),
    emailColumn: columnIndex('e-mail'),
  }),
} as const satisfies FormSpec

export const importRoutes = routes({
  'GET /contacts/imports': {
    allow: 'user',
    answer: Type.Array(ImportRecord),
    summary: 'Imports of contacts that run, and the last one that has ended, newest first',
  },
  'GET /contacts/imports/:id/report': {
    allow: 'user',
    params: { id: ImportId },
    answer: Type.String(),
    csv: true,
    errors: ['ERR_NO_IMPORT_FOUND'],
    summary: 'What became of each row of an import, as a CSV file',
  },
  'DELETE /contacts/imports/:id': {
    allow: 'user',
    params: { id: ImportId },
    answer: ImportRecord,
    errors: ['ERR_NO_IMPORT_FOUND', 'ERR_IMPORT_OVER'],
    summary:
      'Cancels an import, by who started it or an admin; what was imported stays, and a repetition changes nothing',
  },
  'POST /contacts/import': {
    allow: 'user',
    answer: Strict({ message: Type.String(), import: ImportRecord }),
    errors: ['ERR_NO_DEF_WAPP_FOUND', 'ERR_WAPP_NOT_INITIALIZED', 'ERR_IMPORT_RUNNING'],
    summary: 'Imports whom the phone of the default connection knows by name; answers at once',
  },
  'POST /contacts/upload': {
    allow: 'user',
    body: Strict({}),
    form: SHEET_FORM,
    answer: Strict({ preview: Type.Optional(SheetPreview), import: Type.Optional(ImportRecord) }),
    errors: [
      'ERR_SHEET_HTML',
      'ERR_SHEET_PASSWORD',
      'ERR_SHEET_TOO_LARGE',
      'ERR_SHEET_UNREADABLE',
      'ERR_SHEET_COLUMNS',
      'ERR_IMPORT_RUNNING',
    ],
    summary: 'Imports contacts from an .xlsx, .xls or .csv file with columns nome, numero and email',
  },
})
