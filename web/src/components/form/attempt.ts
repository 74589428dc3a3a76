import type { ErrorCode } from '@guiche/contracts/errors.js'
import type { ApiError } from '../../api/errors.js'
import { newId } from '../../api/ids.js'

/** One press of a button that saves, and what it saves by. */
export interface Attempt {
  /** the values, as text */
  readonly said: string
  readonly idempotencyKey: string
  /** nobody knows whether this or an earlier one under the same key has been received */
  readonly isOpen: boolean
}

const REUSED: ErrorCode = 'ERR_IDEMPOTENCY_KEY_REUSED'
const isUnknown = ({ status }: ApiError): boolean => status === 0 || status >= 500

/** Whether an earlier attempt was received after all, with other values, so that this one was refused. */
export const cameBefore = ({ code }: ApiError): boolean => code === REUSED

/**
 * The next attempt. The same values have the same key. Other values have another one, because the server refuses a key
 * that it knows with other values. But where an earlier attempt may have been received the key stays, so that the server
 * tells whether it was, instead of making a second record.
 */
export const attemptAfter = (before: Attempt | null, said: string): Attempt =>
  before !== null && (before.isOpen || before.said === said)
    ? { ...before, said }
    : { said, idempotencyKey: newId(), isOpen: false }

/** What is left of an attempt that failed: nothing once it is known that an earlier one was received. */
export const failedAttempt = (attempt: Attempt, error: ApiError): Attempt | null =>
  cameBefore(error) ? null : { ...attempt, isOpen: attempt.isOpen || isUnknown(error) }
