import type { IncomingHttpHeaders } from 'node:http'
import { CORRELATION_ID } from '@guiche/contracts/envelope.js'
import { newUuid } from '../ids.js'

/** W3C trace context: version, trace id, parent id, flags; an all-zero trace id is invalid. */
const TRACE = /^[0-9a-f]{2}-(?!0{32})([0-9a-f]{32})-[0-9a-f]{16}-[0-9a-f]{2}(-|$)/
const ID = new RegExp(CORRELATION_ID)

/**
 * The correlation id in `X-Request-Id`, `X-Correlation-Id` or `traceparent`; a new id without a valid one.
 */
export const correlationOf = (headers: IncomingHttpHeaders): string => {
  for (const name of ['x-request-id', 'x-correlation-id']) {
    const value = headers[name]
    if (typeof value === 'string' && ID.test(value)) return value
  }
  const { traceparent } = headers
  return (typeof traceparent === 'string' && TRACE.exec(traceparent)?.[1]) || newUuid()
}
