import { createServer, type IncomingMessage, type Server } from 'node:http'

export interface ServerLimits {
  /** timeout of a request's headers, in ms */
  readonly headersMs: number
  /** timeout of a whole request with its body, in ms: long enough for the largest file on a slow line */
  readonly requestMs: number
  /** maximum of time without a byte in either direction during a request, in ms; not for sockets of `/ws` */
  readonly idleMs: number
  /** timeout between two requests on one connection, in ms */
  readonly keepAliveMs: number
  /**
   * timeout of the rest of a body after the answer, in ms: without draining browsers would not see the answer
   */
  readonly restMs: number
}
/**
 * Proxies keep idle connections, Caddy for two minutes. The service must not close first: a request sent at
 * that moment would fail, and the proxy cannot repeat a large request.
 */
const KEEP_ALIVE_MS = 150_000
const LIMITS: ServerLimits = {
  headersMs: 15_000,
  requestMs: 10 * 60_000,
  idleMs: 60_000,
  keepAliveMs: KEEP_ALIVE_MS,
  restMs: 10_000,
}

/** Ends the connection of an answered request, unless its body ends in time. */
const cutUnreadBody = (request: IncomingMessage, restMs: number): void => {
  if (request.complete || request.destroyed) return
  const timer = setTimeout(() => request.destroy(), restMs).unref()
  for (const event of ['end', 'close']) request.once(event, () => clearTimeout(timer))
}

/** An HTTP server that disconnects slow and silent clients, so that they cannot use up its connections. */
export const createHttpServer = (limits: ServerLimits = LIMITS): Server => {
  const { headersMs, requestMs, idleMs, keepAliveMs, restMs } = limits
  const server = createServer({
    headersTimeout: headersMs,
    requestTimeout: requestMs,
    keepAliveTimeout: keepAliveMs,
    connectionsCheckingInterval: Math.min(5000, headersMs),
  })
  server.setTimeout(idleMs)
  server.on('request', (request, response) => {
    response.once('finish', () => cutUnreadBody(request, restMs))
  })
  return server
}
