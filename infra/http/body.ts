import { type DomainError, domainError, type ErrorCode } from '@guiche/contracts/errors.js'
import { err, ok, type Result } from '@guiche/contracts/result.js'
import type { RouteSpec } from '@guiche/contracts/routes/route.js'
import { checkSchema } from '@guiche/contracts/schema.js'
import type { TSchema } from '@sinclair/typebox'
import type { Route } from './route.js'

/** The fields of a schema; of a union, those of any of its members. */
const fieldsOf = (schema: TSchema | undefined): string[] => [
  ...Object.keys(schema?.properties ?? {}),
  ...((schema?.anyOf as TSchema[] | undefined) ?? []).flatMap(fieldsOf),
]

/** Whether a value is empty: existing clients send empty values for unchanged fields. */
const isEmpty = (value: unknown): boolean =>
  value === null ||
  value === '' ||
  value === false ||
  value === 0 ||
  (Array.isArray(value) && value.length === 0)

/**
 * Validates an external value against a schema. Errors: the field's code in `codes`, else ERR_VALIDATION;
 * with the field's name.
 */
export const checkBody = (
  schema: TSchema | undefined,
  value: unknown,
  codes: RouteSpec['invalid'] = {},
): Result<unknown, DomainError> => {
  if (schema === undefined) return ok(undefined)
  const result = checkSchema(schema, value)
  if (result.ok) return result
  const { field, message } = result.error
  // only own properties count, because the client chooses the field's name
  const code = Object.hasOwn(codes, field) ? (codes[field] as ErrorCode) : 'ERR_VALIDATION'
  return err(domainError(code, { field, message }))
}

/**
 * Reads bodies of a route. A client may send back a whole answer: fields that only the answer has are dropped. Fields
 * of features that are not built are dropped when empty, else refused by name (ERR_FIELD_NOT_SUPPORTED). Every other
 * unknown field is an error.
 */
export const bodyReader = ({
  key,
  spec,
}: Pick<Route, 'key' | 'spec'>): ((value: unknown) => Result<unknown, DomainError>) => {
  const own = new Set(fieldsOf(spec.body))
  const later = new Set(spec.later)
  const answered = key.startsWith('PUT ') ? fieldsOf(spec.answer) : []
  const readOnly = new Set(answered.filter((name) => !own.has(name)))
  return (value) => {
    if (typeof value !== 'object' || value === null || Array.isArray(value))
      return checkBody(spec.body, value)
    // without a prototype: every key is the client's
    const taken: Record<string, unknown> = Object.create(null)
    for (const [name, field] of Object.entries(value)) {
      if (later.has(name)) {
        if (!isEmpty(field)) return err(domainError('ERR_FIELD_NOT_SUPPORTED', { field: name }))
      } else if (!readOnly.has(name)) taken[name] = field
    }
    return checkBody(spec.body, taken, spec.invalid)
  }
}
