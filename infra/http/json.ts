import { type DomainError, domainError } from '@guiche/contracts/errors.js'
import { err, ok, type Result } from '@guiche/contracts/result.js'

/**
 * NUL or a lone surrogate in the output of JSON.stringify. Pairs of backslashes before it are escaped
 * backslashes.
 */
const INVALID_ESCAPE = /(?<!\\)(?:\\\\)*\\u(?:0000|d[89a-f])/

/**
 * A prototype's field name in the output of JSON.stringify: code that merges fields would read it although
 * the schema does not know it. Quotes inside a text are escaped, so no text matches.
 */
const PROTOTYPE = /[{,]"(?:__proto__|constructor|prototype)":/

/**
 * Reads a client's JSON: an object or a list. Refused: text with NUL or lone surrogates, because stores would alter it,
 * and fields with a prototype's name at any depth. Both are searched in the serialised value: a reviver would take ten
 * times as long as parsing. Errors: ERR_VALIDATION.
 */
export const readJson = (text: string): Result<unknown, DomainError> => {
  try {
    const value: unknown = JSON.parse(text)
    if (typeof value === 'object' && value !== null) {
      const written = JSON.stringify(value)
      if (!INVALID_ESCAPE.test(written) && !PROTOTYPE.test(written)) return ok(value)
    }
  } catch {
    // no JSON, or nested too deeply
  }
  return err(domainError('ERR_VALIDATION', { field: 'body' }))
}

const UTF8 = new TextDecoder()

/** Reads the bytes of a body as `readJson` reads text. */
export const readJsonBody = (bytes: Uint8Array): Result<unknown, DomainError> => readJson(UTF8.decode(bytes))
