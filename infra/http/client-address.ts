import type { IncomingMessage } from 'node:http'
import express, { type Request } from 'express'

/**
 * Tells the address of whoever made a request that does not pass through Express, such as the upgrade to a WebSocket. It
 * is the one that Express tells of all others (`request.ip`). Takes the proxies that are believed, as TRUST_PROXY names
 * them.
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
