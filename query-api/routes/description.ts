import { createHash } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import { Readable } from 'node:stream'
import { ok } from '@guiche/contracts/result.js'
import type { Answer } from '@guiche/infra/http/route.js'
import { openApiDocument } from '@guiche/infra/openapi/openapi.js'

/** The description as it is sent. */
const describeApi = () => {
  const bytes = Buffer.from(JSON.stringify(openApiDocument()))
  const headers = {
    'Content-Type': 'application/json; charset=utf-8',
    'Cache-Control': 'no-cache',
    ETag: `"${createHash('sha256').update(bytes).digest('hex')}"`,
  }
  return { bytes, headers }
}

/**
 * Answers with the description of all routes. The description is large and public, so it is serialised once, for the first
 * request: most processes are never asked. Clients that have it get 304.
 */
export const createDescription = (): ((request: IncomingMessage) => Answer<object>) => {
  let described: ReturnType<typeof describeApi> | undefined
  return (request) => {
    described ??= describeApi()
    const { bytes, headers } = described
    return request.headers['if-none-match'] === headers.ETag
      ? ok({ status: 304, headers })
      : ok({
          stream: Readable.from([bytes]),
          headers: { ...headers, 'Content-Length': String(bytes.length) },
        })
  }
}
