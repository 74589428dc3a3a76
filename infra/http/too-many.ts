import { domainError } from '@guiche/contracts/errors.js'
import type { Refusal } from './route.js'

/** Refuses a request after too many within `windowMs`, and tells the latest end of the refusal. */
export const tooMany = (windowMs: number): Refusal => ({
  ...domainError('ERR_TOO_MANY_REQUESTS'),
  headers: { 'Retry-After': String(Math.ceil(windowMs / 1000)) },
})
