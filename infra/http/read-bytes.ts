import type { IncomingMessage } from 'node:http'
import { type DomainError, domainError } from '@guiche/contracts/errors.js'
import { err, ok, type Result } from '@guiche/contracts/result.js'

/**
 * The body of a request. Answers as soon as the body exceeds `limit`, so that an endless body never delays the answer.
 * The rest is drained (the server ends the connection in time). Errors: ERR_BODY_TOO_LARGE, ERR_VALIDATION (compressed,
 * or broken off).
 */
export const readBytes = (request: IncomingMessage, limit: number): Promise<Result<Buffer, DomainError>> =>
  new Promise((resolve) => {
    const chunks: Buffer[] = []
    let length = 0
    const end = (result: Result<Buffer, DomainError>): void => {
      for (const [event, listener] of listeners) request.off(event, listener)
      if (!result.ok) request.resume()
      resolve(result)
    }
    const broken = () => end(err(domainError('ERR_VALIDATION', { field: 'body' })))
    const tooLong = () => end(err(domainError('ERR_BODY_TOO_LARGE')))
    const listeners: [string, (chunk: Buffer) => void][] = [
      [
        'data',
        (chunk) => {
          length += chunk.length
          if (length > limit) tooLong()
          else chunks.push(chunk)
        },
      ],
      ['end', () => end(ok(Buffer.concat(chunks)))],
      ['error', broken],
      ['close', broken],
    ]
    const { headers } = request
    if ((headers['content-encoding'] ?? 'identity') !== 'identity' || request.destroyed) return broken()
    if (Number(headers['content-length'] ?? 0) > limit) return tooLong()
    for (const [event, listener] of listeners) request.on(event, listener)
  })
