import { createServer, type Server } from 'node:http'

export interface ServerLimits {
  /** for all headers of a request, in ms */
  readonly headersMs: number
  /** for a whole request with its body, in ms: the largest file over a slow line */
  readonly requestMs: number
  /** without a byte in either direction, in ms; sockets of `/ws` look after themselves */
  readonly idleMs: number
}
const LIMITS: ServerLimits = { headersMs: 15_000, requestMs: 10 * 60_000, idleMs: 60_000 }

/** An HTTP server that disconnects slow and silent clients, so that they cannot use up its connections. */
export const createHttpServer = (limits: ServerLimits = LIMITS): Server => {
  const { headersMs, requestMs, idleMs } = limits
  const server = createServer({
    headersTimeout: headersMs,
    requestTimeout: requestMs,
    connectionsCheckingInterval: Math.min(5000, headersMs),
  })
  server.setTimeout(idleMs)
  return server
}
