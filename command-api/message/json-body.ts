import type { IncomingMessage } from 'node:http'
import { type DomainError, domainError } from '@guiche/contracts/errors.js'
import { err, type Result } from '@guiche/contracts/result.js'
import { readJsonBody } from '@guiche/infra/http/json.js'
import { readBytes } from '@guiche/infra/http/read-bytes.js'

/** Bytes of a message as JSON: the longest text, and the quoted message that clients send whole. */
const LIMIT = 1_000_000

/** Reads a JSON body where a route takes forms, too. Errors: ERR_VALIDATION, ERR_BODY_TOO_LARGE. */
export const readJson = async (request: IncomingMessage): Promise<Result<unknown, DomainError>> => {
  if (!/^application\/json\b/i.test(request.headers['content-type'] ?? '')) {
    request.resume()
    return err(domainError('ERR_VALIDATION', { field: 'body' }))
  }
  const bytes = await readBytes(request, LIMIT)
  return bytes.ok ? readJsonBody(bytes.value) : bytes
}
