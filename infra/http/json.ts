import { type DomainError, domainError } from '@guiche/contracts/errors.js'
import { err, ok, type Result } from '@guiche/contracts/result.js'

/**
 * NUL or half of a surrogate pair, as JSON.stringify writes them. Pairs of backslashes before it are backslashes of the
 * text.
 */
const BROKEN = /(?<!\\)(?:\\\\)*\\u(?:0000|d[89a-f])/

/**
 * Reads the JSON of a body: an object or a list. Text with NUL or lone surrogates is refused, because stores would alter
 * it. It is looked for in the value written again: a reviver is called for each value, which takes ten times as long as
 * reading. Errors: ERR_VALIDATION.
 */
export const readJsonBody = (bytes: Uint8Array): Result<unknown, DomainError> => {
  try {
    const value: unknown = JSON.parse(new TextDecoder().decode(bytes))
    if (typeof value === 'object' && value !== null && !BROKEN.test(JSON.stringify(value))) return ok(value)
  } catch {
    // no JSON, or nested too deeply to be written
  }
  return err(domainError('ERR_VALIDATION', { field: 'body' }))
}
