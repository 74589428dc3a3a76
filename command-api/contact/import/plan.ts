import { setImmediate } from 'node:timers/promises'
import { type DomainError, domainError } from '@guiche/contracts/errors.js'
import type { ImportOutcome, SheetPreview } from '@guiche/contracts/imports.js'
import { err, ok, type Result } from '@guiche/contracts/result.js'
import { ninthDigitVariant, normaliseNumber } from '@guiche/infra/phone.js'

/** Somebody to import. `line` of the spreadsheet, or the place in the phone's address book. */
export interface Person {
  readonly line: number
  readonly name: string
  /** as written there; '' where only a linked id is known */
  readonly number: string
  readonly lid: string | null
  readonly email: string
}
/** The same, looked at: `outcome` is null where it is to be imported. `number`: digits. */
export interface PlannedRow extends Person {
  readonly outcome: ImportOutcome | null
}

type Field = 'name' | 'number' | 'email'
/** Titles of columns, folded to letters. */
const TITLES: Readonly<Record<Field, RegExp>> = {
  name: /^(nome|name|nombre|contato|contact|contacto)$/,
  number: /^(numero|number|telefone|telefono|phone|celular|whatsapp|fone)$/,
  email: /^(email|emails|correo|correoelectronico|mail)$/,
}
const NAME_LENGTH = 50
const PREVIEWED = 5
const EMAIL = /^[^\s@]{1,64}@[^\s@]+\.[^\s@]{2,}$/

const folded = (title: string): string =>
  title
    .normalize('NFD')
    .replace(/[^a-zA-Z]/g, '')
    .toLowerCase()

const fieldOf = (title: string): Field | null =>
  (Object.keys(TITLES) as Field[]).find((field) => TITLES[field].test(folded(title))) ?? null

// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is taken out
const CONTROL = /[\u0000-\u001f\u007f\u200e\u200f\u202a-\u202e\u2066-\u2069]/g
/** The text of a cell. Control characters are taken out. So is the apostrophe that our export puts before a formula. */
export const plain = (cell: string): string =>
  cell
    .replace(CONTROL, ' ')
    .replace(/^'(?=[=+\-@])/, '')
    .trim()

/** The people in the rows of a spreadsheet; empty rows are left out. Errors: ERR_SHEET_COLUMNS when none has numbers. */
export const peopleOf = (rows: readonly (readonly string[])[]): Result<readonly Person[], DomainError> => {
  const fields = (rows[0] ?? []).map(fieldOf)
  if (!fields.includes('number')) return err(domainError('ERR_SHEET_COLUMNS'))
  const at = (row: readonly string[], field: Field): string => plain(row[fields.indexOf(field)] ?? '')
  const people = rows.slice(1).flatMap((row, index) => {
    const person = {
      line: index + 2,
      name: at(row, 'name').slice(0, NAME_LENGTH),
      number: at(row, 'number').slice(0, NAME_LENGTH),
      lid: null,
      email: at(row, 'email').toLowerCase(),
    }
    return person.name + person.number + person.email === '' ? [] : [person]
  })
  return ok(people)
}

/** Rows after which others get their turn: to look at a hundred thousand numbers takes a second. */
const AT_ONCE = 500

/** What each becomes, as far as it is known before anything is done: impossible numbers, and those that come twice. */
export const planOf = async (people: readonly Person[]): Promise<PlannedRow[]> => {
  const seen = new Set<string>()
  const plan = (person: Person): PlannedRow => {
    const number = normaliseNumber(person.number)
    const key = number ?? person.lid
    if (key === null) return { ...person, outcome: 'invalid-number' }
    if (person.email !== '' && !EMAIL.test(person.email)) return { ...person, outcome: 'invalid-email' }
    const isTwice = seen.has(key)
    seen.add(key)
    const variant = number === null ? null : ninthDigitVariant(number)
    if (variant !== null) seen.add(variant)
    return { ...person, number: number ?? '', outcome: isTwice ? 'duplicate' : null }
  }
  const planned: PlannedRow[] = []
  for (let at = 0; at < people.length; at += AT_ONCE) {
    planned.push(...people.slice(at, at + AT_ONCE).map(plan))
    await setImmediate()
  }
  return planned
}

/** What a spreadsheet would bring, before anything of it is done. */
export const previewOf = (
  rows: readonly (readonly string[])[],
  planned: readonly PlannedRow[],
): SheetPreview => {
  const count = (...outcomes: (ImportOutcome | null)[]) =>
    planned.filter(({ outcome }) => outcomes.includes(outcome)).length
  return {
    columns: (rows[0] ?? []).slice(0, 50).map((title) => ({ title: plain(title), field: fieldOf(title) })),
    rows: planned
      .slice(0, PREVIEWED)
      .map(({ line, name, number, email, outcome }) => ({ line, name, number, email, outcome })),
    total: planned.length,
    invalid: count('invalid-number', 'invalid-email'),
    duplicates: count('duplicate'),
  }
}
