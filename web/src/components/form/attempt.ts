import type { ErrorCode } from '@guiche/contracts/errors.js'
import type { ApiError } from '../../api/errors.js'
import { newId } from '../../api/ids.js'

/** One press of a save button: its values and its key. */
export interface Attempt {
  /** the values, as text */
  readonly said: string
  readonly idempotencyKey: string
  /** this attempt, or an earlier attempt with the same key, may have been received */
  readonly isOpen: boolean
}

const KEY_REUSED: ErrorCode = 'ERR_IDEMPOTENCY_KEY_REUSED'
const isUnknown = ({ status }: ApiError): boolean => status === 0 || status >= 500

/**
 * Whether an earlier attempt was received after all, with other values, so that the present attempt was
 * refused.
 */
export const cameBefore = ({ code }: ApiError): boolean => code === KEY_REUSED

/**
 * The next attempt. Equal values keep their key; other values get a new key, because the server refuses a
 * known key with other values. After an attempt that may have been received the key stays: the server then
 * answers with an error, instead of creating a second record.
 */
export const attemptAfter = (before: Attempt | null, said: string): Attempt =>
  before !== null && (before.isOpen || before.said === said)
    ? { ...before, said }
    : { said, idempotencyKey: newId(), isOpen: false }

/** The state after a failed attempt: null once an earlier attempt is known to have been received. */
export const failedAttempt = (attempt: Attempt, error: ApiError): Attempt | null =>
  cameBefore(error) ? null : { ...attempt, isOpen: attempt.isOpen || isUnknown(error) }
