import { type Static, Type } from '@sinclair/typebox'
import { Id, Nullable, OneOf, Strict, Time } from './envelope.js'
import { Username } from './username.js'

/**
 * Outcome of an imported row. `erased`: its contact's erasure is running. `cancelled`: the import was cancelled before
 * the row's turn. `failed`: the import failed at the row, or before its turn.
 */
export const ImportOutcome = OneOf([
  'created',
  'existed',
  'invalid-number',
  'invalid-email',
  'duplicate',
  'erased',
  'cancelled',
  'failed',
])
export type ImportOutcome = Static<typeof ImportOutcome>

const Count = Type.Integer({ minimum: 0 })
const ImportSource = OneOf(['file', 'phone'])

/** State of an import of contacts. */
export const ImportRecord = Strict({
  id: Type.String(),
  source: ImportSource,
  status: OneOf(['running', 'done', 'cancelled', 'failed']),
  /** for a failed import: code of contracts/errors.ts, or name of the thrown error */
  reason: Type.Optional(Type.String()),
  startedAt: Time,
  /** absent in imports of before */
  startedBy: Type.Optional(Strict({ id: Id, name: Type.String() })),
  total: Count,
  /** finished rows; the open rows of a cancelled or failed import are not imported */
  done: Count,
  created: Count,
  existed: Count,
  /** impossible numbers and e-mails, and contacts that are being erased */
  invalid: Count,
  duplicates: Count,
})
export type ImportRecord = Static<typeof ImportRecord>

/** Fields read from a spreadsheet. */
export const SheetField = OneOf(['name', 'number', 'email'])
export type SheetField = Static<typeof SheetField>

/** Preview of a spreadsheet's import. */
export const SheetPreview = Strict({
  columns: Type.Array(Strict({ title: Type.String(), field: Nullable(SheetField) })),
  /** the first rows */
  rows: Type.Array(
    Strict({
      line: Count,
      name: Type.String(),
      number: Type.String(),
      email: Type.String(),
      outcome: Nullable(ImportOutcome),
    }),
  ),
  total: Count,
  invalid: Count,
  duplicates: Count,
  /** lines of the first numbers that may lack their country code; none if the import adds it */
  withoutCountry: Type.Array(Count),
})
export type SheetPreview = Static<typeof SheetPreview>

/** A contact of a phone: a name or a username, with a number or a linked id. The gateway keeps them in the vault. */
export const AddressBookEntry = Strict({
  name: Type.String({ maxLength: 200 }),
  pn: Nullable(Type.String({ pattern: '^[0-9]{5,20}$' })),
  lid: Nullable(Type.String({ pattern: '^[0-9]{5,25}$' })),
  /** the contact's username on WhatsApp; absent without one, and in earlier entries */
  username: Type.Optional(Username),
})
export type AddressBookEntry = Static<typeof AddressBookEntry>

/**
 * Prefix of the address book's keys: each entry has its number, else its linked id. The keys belong to the login, and
 * are removed with it.
 */
export const addressBookOf = (connectionId: number): string => `wa/${connectionId}/key/contact/`
