import { domainError } from '@guiche/contracts/errors.js'
import type { Refusal } from './route.js'

/** Refuses what was asked for too often within `windowMs`, and tells when it is counted anew at the latest. */
export const tooMany = (windowMs: number): Refusal => ({
  ...domainError('ERR_TOO_MANY_REQUESTS'),
  headers: { 'Retry-After': String(Math.ceil(windowMs / 1000)) },
})
