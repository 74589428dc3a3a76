import { setImmediate } from 'node:timers/promises'
import type { ImportOutcome, ImportRecord, SheetPreview } from '@guiche/contracts/contact/imports.js'
import type { Username } from '@guiche/contracts/contact/username.js'
import { type DomainError, domainError } from '@guiche/contracts/errors.js'
import { plainName } from '@guiche/contracts/plain-text.js'
import { err, ok, type Result } from '@guiche/contracts/result.js'
import { truncateText } from '@guiche/contracts/truncate.js'
import { lacksCountry, normaliseNumber, numberKey } from '@guiche/infra/phone.js'
import type { Sheet } from './read-sheet.js'

/** A person to import. `line`: the line of the spreadsheet, or the index in the phone's address book. */
export interface Person {
  readonly line: number
  readonly name: string
  /** the number as written there; '' if only a linked id is known */
  readonly number: string
  readonly lid: string | null
  readonly email: string
  /** the username on WhatsApp, from the phone's address book */
  readonly username?: Username
}
/** A checked row: `outcome` is null if it will be imported. `number`: digits. */
export interface PlannedRow extends Person {
  readonly outcome: ImportOutcome | null
}

/** Maximum of characters of a name. */
export const NAME_LENGTH = 50
const PREVIEW_ROWS = 5
const MAX_DOUBTFUL_ROWS = 20
const EMAIL_LENGTH = 254
const EMAIL = /^[^\s@]{1,64}@[^\s@]{1,252}\.[^\s@]{2,63}$/

/** The text of a cell, without hidden characters and without the apostrophe that our export puts before a formula. */
const cellText = (cell: string): string =>
  plainName(cell)
    .replace(/^'(?=[=+\-@])/, '')
    .trim()

/** Rows after which other work gets its turn: checking 100,000 numbers takes a second. */
const AT_ONCE = 500

/** Maps many items, and gives other work its turn in between. */
const mapYielding = async <T, R>(many: readonly T[], of: (one: T, index: number) => R): Promise<R[]> => {
  const results: R[] = []
  for (let at = 0; at < many.length; at += AT_ONCE) {
    results.push(...many.slice(at, at + AT_ONCE).map((one, index) => of(one, at + index)))
    await setImmediate()
  }
  return results
}

/** Whether a spreadsheet has numbers; otherwise a person chooses their column. */
export const hasNumbers = ({ columns }: Pick<Sheet, 'columns'>): boolean =>
  columns.some(({ field }) => field === 'number')

/**
 * The people in the rows of a spreadsheet, without empty rows. `addTo`: a number of the company; its country code is added to
 * numbers without one. Errors: ERR_SHEET_COLUMNS if there are no columns.
 */
export const peopleOf = async (
  { columns, rows, titlesAt }: Sheet,
  addTo?: string,
): Promise<Result<readonly Person[], DomainError>> => {
  if (columns.length === 0) return err(domainError('ERR_SHEET_COLUMNS'))
  const numberOf = (typed: string) =>
    addTo !== undefined && lacksCountry(typed, addTo)
      ? (normaliseNumber(typed, { home: addTo }) ?? typed)
      : typed
  const people = await mapYielding(rows, ([name, number, email], index) => ({
    line: titlesAt + index + 1,
    name: truncateText(cellText(name), NAME_LENGTH),
    number: numberOf(truncateText(cellText(number), NAME_LENGTH)),
    lid: null,
    // removes `mailto:` of pasted links
    email: cellText(email)
      .toLowerCase()
      .replace(/^mailto:\s*/, ''),
  }))
  return ok(people.filter(({ name, number, email }) => name + number + email !== ''))
}

/** A phone's number as WhatsApp gives it is always accepted. */
const phoneNumber = ({ number }: Person): string | null => number.replace(/\D/g, '') || null

const isEmail = (typed: string): boolean => typed.length <= EMAIL_LENGTH && EMAIL.test(typed)

/**
 * The outcomes known before the import begins: invalid numbers and duplicates. WhatsApp is not asked about numbers of a
 * file. Numbers of a phone come from WhatsApp.
 */
export const planOf = (people: readonly Person[], source: ImportRecord['source']): Promise<PlannedRow[]> => {
  const seen = new Set<string>()
  const plan = (person: Person): PlannedRow => {
    const number = source === 'file' ? normaliseNumber(person.number, { must: 'valid' }) : phoneNumber(person)
    const key = number === null ? person.lid : numberKey(number)
    if (key === null) return { ...person, outcome: 'invalid-number' }
    if (person.email !== '' && !isEmail(person.email)) return { ...person, outcome: 'invalid-email' }
    const isTwice = seen.has(key)
    seen.add(key)
    return { ...person, number: number ?? '', outcome: isTwice ? 'duplicate' : null }
  }
  return mapYielding(people, plan)
}

/** Preview of a spreadsheet's import. `home`: a number of the company's country. */
export const previewOf = async (
  { columns }: Sheet,
  people: readonly Person[],
  home: string,
): Promise<SheetPreview> => {
  const planned = await planOf(people, 'file')
  const doubtful = await mapYielding(
    people,
    ({ number }, index) =>
      [null, 'invalid-number'].includes(planned[index]?.outcome ?? null) && lacksCountry(number, home),
  )
  const count = (...outcomes: (ImportOutcome | null)[]) =>
    planned.filter(({ outcome }) => outcomes.includes(outcome)).length
  return {
    columns: columns.slice(0, 50).map(({ title, field }) => ({ title: cellText(title), field })),
    rows: planned
      .slice(0, PREVIEW_ROWS)
      .map(({ line, name, number, email, outcome }) => ({ line, name, number, email, outcome })),
    total: planned.length,
    invalid: count('invalid-number', 'invalid-email'),
    duplicates: count('duplicate'),
    withoutCountry: people
      .filter((_, index) => doubtful[index])
      .slice(0, MAX_DOUBTFUL_ROWS)
      .map(({ line }) => line),
  }
}
