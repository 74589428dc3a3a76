import { createHash } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import { Readable } from 'node:stream'
import { ok } from '@guiche/contracts/result.js'
import type { Answer } from '@guiche/infra/http/route.js'
import { openapi } from '@guiche/infra/openapi/openapi.js'

/**
 * Answers with the API description. The description is large and public, so it is serialised once at the
 * start. Clients that have it get 304.
 */
export const createDescription = (): ((request: IncomingMessage) => Answer<object>) => {
  const bytes = Buffer.from(JSON.stringify(openapi()))
  const headers = {
    'Content-Type': 'application/json; charset=utf-8',
    'Cache-Control': 'no-cache',
    ETag: `"${createHash('sha256').update(bytes).digest('hex')}"`,
  }
  return (request) =>
    request.headers['if-none-match'] === headers.ETag
      ? ok({ status: 304, headers })
      : ok({
          stream: Readable.from([bytes]),
          headers: { ...headers, 'Content-Length': String(bytes.length) },
        })
}
