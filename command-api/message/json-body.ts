import type { IncomingMessage } from 'node:http'
import { type DomainError, domainError } from '@guiche/contracts/errors.js'
import { err, type Result } from '@guiche/contracts/result.js'
import { readJsonBody } from '@guiche/infra/http/json.js'

/** Bytes of a message as JSON: the longest text, and the quoted message that clients send whole. */
const LIMIT = 1_000_000

/** Reads a JSON body where a route takes forms, too. Errors: ERR_VALIDATION, ERR_BODY_TOO_LARGE. */
export const readJson = (request: IncomingMessage): Promise<Result<unknown, DomainError>> =>
  new Promise((resolve) => {
    const invalid = () => resolve(err(domainError('ERR_VALIDATION', { field: 'body' })))
    const type = request.headers['content-type'] ?? ''
    if (!/^application\/json\b/i.test(type) || request.headers['content-encoding'] !== undefined) {
      request.resume()
      return invalid()
    }
    const chunks: Buffer[] = []
    let length = 0
    request.on('data', (chunk: Buffer) => {
      length += chunk.length
      if (length > LIMIT) {
        request.removeAllListeners('data')
        request.resume()
        return resolve(err(domainError('ERR_BODY_TOO_LARGE')))
      }
      chunks.push(chunk)
    })
    request.on('end', () => resolve(readJsonBody(Buffer.concat(chunks))))
    request.on('error', invalid)
    request.on('aborted', invalid)
  })
