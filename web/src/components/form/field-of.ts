import type { ErrorCode } from '@guiche/contracts/errors.js'
import { recordErrors } from '@guiche/contracts/records/index.js'
import type { RecordError } from '@guiche/contracts/records/record.js'
import type { ApiError } from '../../api/errors.js'

const FIELDS: { readonly [C in ErrorCode]?: string } = {
  ERR_CONNECTION_NAME_ALREADY_EXISTS: 'name',
  ERR_DUPLICATED_CONTACT: 'number',
  ERR_EMAIL_ALREADY_EXISTS: 'email',
  ERR_LAST_ADMIN: 'profile',
  ERR_PASSWORD_COMMON: 'password',
  ERR_PASSWORD_SHORT: 'password',
  ERR_SELECT_QUEUE: 'queueId',
  ERR_WAPP_INVALID_CONTACT: 'number',
  ERR_WRONG_PASSWORD: 'currentPassword',
}

/** Errors that name the field in their details. */
const NAMING_ERRORS: ReadonlySet<string> = new Set<ErrorCode>([
  'ERR_VALIDATION',
  'ERR_HOURS_EMPTY',
  'ERR_HOURS_OVERLAP',
])

/** The form's field behind a failed call, as antd names it (`email`, `extraInfo 0 name`), or null. */
export const fieldOf = ({ code, details }: ApiError): (string | number)[] | null => {
  const ofRecord = (recordErrors as Readonly<Record<string, RecordError>>)[code]?.field
  const named = NAMING_ERRORS.has(code) ? details?.field : (ofRecord ?? FIELDS[code as ErrorCode])
  if (typeof named !== 'string' || named === '') return null
  return named.split('.').map((part) => (/^\d+$/.test(part) ? Number(part) : part))
}
