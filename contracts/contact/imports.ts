import { type Static, Type } from '@sinclair/typebox'
import { Id, Nullable, OneOf, Strict, Time } from '../envelope.js'
import { Username } from './username.js'

/**
 * Outcome of an imported row. `erased`: its contact is being erased. `cancelled`: the import was cancelled
 * before the row. `failed`: the import failed at the row, or before it.
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
  /** absent in earlier imports */
  startedBy: Type.Optional(Strict({ id: Id, name: Type.String() })),
  total: Count,
  /** processed rows; the other rows of a cancelled or failed import are not imported */
  done: Count,
  created: Count,
  existed: Count,
  /** rows with an impossible number or e-mail, or with a contact that is being erased */
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
  /** lines of the first numbers that may lack their country code; empty if the import adds the code */
  withoutCountry: Type.Array(Count),
})
export type SheetPreview = Static<typeof SheetPreview>

/**
 * A contact in a phone's address book: a name or a username, with a number or a linked id. The gateway keeps
 * them in the vault.
 */
export const AddressBookEntry = Strict({
  name: Type.String({ maxLength: 200 }),
  pn: Nullable(Type.String({ pattern: '^[0-9]{5,20}$' })),
  lid: Nullable(Type.String({ pattern: '^[0-9]{5,25}$' })),
  /** the contact's username on WhatsApp; absent without one, and in earlier entries */
  username: Type.Optional(Username),
})
export type AddressBookEntry = Static<typeof AddressBookEntry>

/**
 * Key prefix of an address book: each entry has its number, else its linked id. The keys belong to the login,
 * and are removed with the login.
 */
export const addressBookPrefix = (connectionId: number): string => `wa/${connectionId}/key/contact/`
