import type { IncomingMessage } from 'node:http'
import express, { type Request } from 'express'

/**
 * Gives the client's address for requests that do not pass through Express, such as the upgrade to a WebSocket. Same
 * address as Express gives (`request.ip`). Takes the trusted proxies, as TRUST_PROXY names them.
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
