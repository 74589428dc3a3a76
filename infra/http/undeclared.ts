import type { ErrorCode } from '@guiche/contracts/errors.js'
import { errorsOf, type RouteSpec } from '@guiche/contracts/routes/route.js'
import { checkSchema } from '@guiche/contracts/schema.js'
import { Accepted } from '@guiche/contracts/views/answers.js'
import type { Refusal } from './route.js'

/** The errors that every route may give. */
const COMMON: ReadonlySet<ErrorCode> = new Set<ErrorCode>([
  'ERR_VALIDATION',
  'ERR_FIELD_NOT_SUPPORTED',
  'ERR_SESSION_EXPIRED',
  'ERR_INVALID_TOKEN',
  'ERR_NO_PERMISSION',
  'ERR_NO_SEAT',
  'ERR_COMPANY_EXPIRED',
  'ERR_COMPANY_BLOCKED',
  'ERR_NO_COMPANY_FOUND',
  'ERR_IDEMPOTENCY_KEY_REUSED',
  'ERR_BODY_TOO_LARGE',
  'ERR_UNAVAILABLE',
  'ERR_TOO_MANY_REQUESTS',
])

/**
 * The difference between an answer and its declaration, or null. Tests fail for such answers: the compiler
 * allows undeclared fields, and undeclared fields are leaks.
 */
export const undeclaredAnswer = (spec: RouteSpec, status: number, body: unknown): string | null => {
  const schema = status === 202 ? Accepted : spec.answer
  if (schema === undefined || body === undefined) {
    return body === undefined && (schema === undefined || status >= 300)
      ? null
      : 'there is a body and none is declared, or the other way round'
  }
  const result = checkSchema(schema, JSON.parse(JSON.stringify(body)))
  return result.ok ? null : `${result.error.field} ${result.error.message}`
}

/** As `undeclaredAnswer`, for an error. */
export const undeclaredError = (spec: RouteSpec, { code }: Refusal): string | null =>
  COMMON.has(code) || errorsOf(spec).includes(code) ? null : `it answers ${code}`
