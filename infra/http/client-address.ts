import type { IncomingMessage } from 'node:http'
import express, { type Request } from 'express'

/**
 * Gives the client's address of requests that do not pass through Express, such as the upgrade to a
 * WebSocket. Same address as `request.ip` of Express. `trustProxy`: the trusted proxies, as in TRUST_PROXY.
 */
export const createClientAddress = (trustProxy: string) => {
  const app = express()
  app.set('trust proxy', trustProxy)
  return ({ headers, socket }: IncomingMessage): string => {
    const request: Request = Object.create(app.request, {
      headers: { value: headers },
      socket: { value: socket },
    })
    return request.ip ?? ''
  }
}
