import { createServer, type Server } from 'node:http'

export interface ServerLimits {
  /** for all headers of a request, in ms */
  readonly headersMs: number
  /** for a whole request with its body, in ms: the largest file over a slow line */
  readonly requestMs: number
  /** without a byte in either direction while a request is under way, in ms; sockets of `/ws` look after themselves */
  readonly idleMs: number
  /** between two requests on one connection, in ms */
  readonly keepAliveMs: number
}
/**
 * Proxies keep idle connections, Caddy for two minutes. The service must not be the first to close one: a request that
 * is just being sent on it would fail, and a large one cannot be sent again by the proxy.
 */
const KEEP_ALIVE_MS = 150_000
const LIMITS: ServerLimits = {
  headersMs: 15_000,
  requestMs: 10 * 60_000,
  idleMs: 60_000,
  keepAliveMs: KEEP_ALIVE_MS,
}

/** An HTTP server that disconnects slow and silent clients, so that they cannot use up its connections. */
export const createHttpServer = (limits: ServerLimits = LIMITS): Server => {
  const { headersMs, requestMs, idleMs, keepAliveMs } = limits
  const server = createServer({
    headersTimeout: headersMs,
    requestTimeout: requestMs,
    keepAliveTimeout: keepAliveMs,
    connectionsCheckingInterval: Math.min(5000, headersMs),
  })
  server.setTimeout(idleMs)
  return server
}
