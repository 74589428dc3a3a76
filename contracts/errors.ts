import { ACCESS_ERRORS } from './errors/access.js'
import { BILLING_ERRORS } from './errors/billing.js'
import { BRANDING_ERRORS } from './errors/branding.js'
import { COLLEAGUE_ERRORS } from './errors/colleagues.js'
import { DESK_ERRORS } from './errors/desk.js'
import type { ErrorEntry } from './errors/entry.js'
import { FILE_ERRORS } from './errors/files.js'
import { WHATSAPP_ERRORS } from './errors/whatsapp.js'
import { recordErrors } from './records/index.js'

/** The error catalogue: every code that an answer, a message or a connection can carry. */
export const ERRORS = {
  ...ACCESS_ERRORS,
  ...DESK_ERRORS,
  ...COLLEAGUE_ERRORS,
  ...FILE_ERRORS,
  ...BILLING_ERRORS,
  ...BRANDING_ERRORS,
  ...WHATSAPP_ERRORS,
  ...recordErrors,
} as const satisfies Record<string, ErrorEntry>

export type ErrorCode = keyof typeof ERRORS

/** A domain error: a code, and details for its text or its reader. */
export interface DomainError {
  readonly code: ErrorCode
  readonly details?: Readonly<Record<string, unknown>>
}

export const domainError = (code: ErrorCode, details?: DomainError['details']): DomainError =>
  details === undefined ? { code } : { code, details }

/** HTTP status of a code. */
export const statusOf = (code: ErrorCode): number => ERRORS[code].status
