import { type DomainError, domainError } from '@guiche/contracts/errors.js'
import { sameIn } from '@guiche/contracts/pick.js'
import { err, ok, type Result } from '@guiche/contracts/result.js'
import type { ContactState, ExtraInfo } from './state.js'

/** A contact's fields that a person may edit, except the number. */
type EditedFields = Pick<ContactState, 'name' | 'email' | 'extraInfo' | 'active'>

/** Marks a value that both have changed. */
const CONFLICT = Symbol('both have changed the same')

/** Merges one value: a changed value wins over an unchanged one. Two different changes are a conflict. */
const mergeValue = <T>(before: T, now: T, wanted: T, same: (a: T, b: T) => boolean): T | typeof CONFLICT => {
  if (same(wanted, before)) return now
  return same(now, before) || same(now, wanted) ? wanted : CONFLICT
}

const isEqual = <T>(a: T, b: T): boolean => a === b
const sameRow = (a: ExtraInfo | undefined, b: ExtraInfo | undefined): boolean =>
  a === undefined || b === undefined ? a === b : sameIn<ExtraInfo>(a, b, 'name', 'value')

/** Rows in the order of `wanted`, by their ids; then rows that another user has added. */
const mergedRows = (
  before: readonly ExtraInfo[],
  now: readonly ExtraInfo[],
  wanted: readonly ExtraInfo[],
): readonly ExtraInfo[] | typeof CONFLICT => {
  const of = (rows: readonly ExtraInfo[], id: number) => rows.find((row) => row.id === id)
  const ids = new Set([...wanted, ...now].map(({ id }) => id))
  const rows = [...ids].map((id) => mergeValue(of(before, id), of(now, id), of(wanted, id), sameRow))
  if (rows.includes(CONFLICT)) return CONFLICT
  return rows.flatMap((row) => (row === undefined || row === CONFLICT ? [] : [row]))
}

/**
 * Applies a person's edit of the contact seen as `before` to the contact as it is `now`. Values that the person left
 * unchanged keep their present value. Errors: ERR_CONTACT_CHANGED, with the present state, if somebody else changed the
 * same value.
 */
export const mergedEdit = (
  before: EditedFields,
  now: EditedFields,
  wanted: EditedFields,
): Result<EditedFields, DomainError> => {
  const name = mergeValue(before.name, now.name, wanted.name, isEqual)
  const email = mergeValue(before.email, now.email, wanted.email, isEqual)
  const active = mergeValue(before.active, now.active, wanted.active, isEqual)
  const extraInfo = mergedRows(before.extraInfo, now.extraInfo, wanted.extraInfo)
  if (name === CONFLICT || email === CONFLICT || active === CONFLICT || extraInfo === CONFLICT) {
    const { name, email, active, extraInfo } = now
    return err(domainError('ERR_CONTACT_CHANGED', { name, email, active, extraInfo }))
  }
  return ok({ name, email, active, extraInfo })
}
