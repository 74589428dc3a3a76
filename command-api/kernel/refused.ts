import type { ErrorCode } from '@guiche/contracts/errors.js'

/** A refusal that is not harmless: retried unless final, then parked with this code. */
export class Refused extends Error {
  constructor(code: ErrorCode) {
    super(code)
  }
}

/** The store refuses the data, and always will. */
const FINAL: ErrorCode = 'ERR_VALIDATION'

/** Whether every retry would fail, too. */
export const isFinal = (failure: unknown): boolean => failure instanceof Refused && failure.message === FINAL

/** The reason of a failure, as one word without personal data. */
export const reasonOf = (failure: unknown): string => {
  if (failure instanceof Refused) return failure.message
  return failure instanceof Error ? failure.name : 'unknown'
}
