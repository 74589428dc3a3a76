import { type DomainError, domainError } from '@guiche/contracts/errors.js'
import { err, ok, type Result } from '@guiche/contracts/result.js'

/**
 * NUL or half of a surrogate pair, as JSON.stringify writes them. Pairs of backslashes before it are backslashes of the
 * text.
 */
const BROKEN = /(?<!\\)(?:\\\\)*\\u(?:0000|d[89a-f])/

/**
 * A field that is named like a part of a prototype, as JSON.stringify writes it: code that merges fields would read it
 * past the schema. Quotes of a text are escaped, so no text looks like this.
 */
const PROTOTYPE = /[{,]"(?:__proto__|constructor|prototype)":/

/**
 * Reads JSON of a client: an object or a list. Text with NUL or lone surrogates is refused, because stores would alter
 * it, and so is a field of a prototype's name at any depth. Both are looked for in the value written again: a reviver is
 * called for each value, which takes ten times as long as reading. Errors: ERR_VALIDATION.
 */
export const readJson = (text: string): Result<unknown, DomainError> => {
  try {
    const value: unknown = JSON.parse(text)
    if (typeof value === 'object' && value !== null) {
      const written = JSON.stringify(value)
      if (!BROKEN.test(written) && !PROTOTYPE.test(written)) return ok(value)
    }
  } catch {
    // no JSON, or nested too deeply to be written
  }
  return err(domainError('ERR_VALIDATION', { field: 'body' }))
}

/** Reads the bytes of a body as `readJson` reads text. */
export const readJsonBody = (bytes: Uint8Array): Result<unknown, DomainError> =>
  readJson(new TextDecoder().decode(bytes))
