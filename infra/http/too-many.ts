import { domainError } from '@guiche/contracts/errors.js'
import type { Refusal } from './route.js'

/** The error after too many requests within `windowMs`. Retry-After has the latest end of the refusal. */
export const tooMany = (windowMs: number): Refusal => ({
  ...domainError('ERR_TOO_MANY_REQUESTS'),
  headers: { 'Retry-After': String(Math.ceil(windowMs / 1000)) },
})
