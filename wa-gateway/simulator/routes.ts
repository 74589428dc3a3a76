import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import express, { type Router } from 'express'
import { answerErrors, createHandler, sameOriginOnly } from './http.js'
import { addBusyDayRoutes } from './routes-busy-day.js'
import { addChatRoutes } from './routes-chats.js'
import { addPhoneRoutes } from './routes-phones.js'
import type { Simulator } from './simulator.js'

const PING_MS = 20_000

const CSP = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' blob:",
  "media-src 'self' blob:",
  "connect-src 'self'",
  "form-action 'none'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
].join('; ')

/** A connection of the product that waits to be linked. */
export type PendingQr = { connectionId: number; name: string; qr: string }

export type RouteOptions = { pendingQrs?: () => Promise<PendingQr[]> }

/** The folder of the page's files. A build in `dist` uses the one of the sources. */
const pageFolder = () => {
  const beside = new URL('./page/', import.meta.url)
  const folder = existsSync(beside) ? beside : new URL('../../simulator/page/', import.meta.url)
  return fileURLToPath(folder)
}

/**
 * The page of the phones and its control API, relative to the mount point. A visitor can write as any customer, so callers must
 * admit only super users of this machine.
 */
export const createSimulatorRoutes = (sim: Simulator, { pendingQrs }: RouteOptions = {}): Router => {
  const router = express.Router()
  router.use(sameOriginOnly)
  router.use((_request, response, next) => {
    response.setHeader('Content-Security-Policy', CSP)
    response.setHeader('X-Content-Type-Options', 'nosniff')
    response.setHeader('Cache-Control', 'no-store')
    next()
  })
  router.get('/', (request, response, next) => {
    const [path = '', query] = request.originalUrl.split('?')
    if (path.endsWith('/')) return next()
    response.redirect(`${path}/${query === undefined ? '' : `?${query}`}`)
  })
  router.use(express.static(pageFolder(), { index: 'index.html', redirect: false, cacheControl: false }))
  const isJson = (request: { url?: string | undefined; headers: { 'content-type'?: string | undefined } }) =>
    request.headers['content-type']?.startsWith('application/json') === true &&
    !/\/files(\?|$)/.test(request.url ?? '')
  router.use(express.json({ limit: '256kb', type: isJson }))

  router.get('/events', (request, response) => {
    response.writeHead(200, { 'Content-Type': 'text/event-stream', Connection: 'keep-alive' })
    const send = (name: string) => (value: unknown) => {
      response.write(`event: ${name}\ndata: ${JSON.stringify(value)}\n\n`)
    }
    const phone = send('phone')
    const onPhone = ({ number, name, value }: { number: string; name: string; value: unknown }) => {
      const chat = typeof value === 'object' && value && 'chat' in value ? value.chat : undefined
      const state = name === 'typing' || name === 'call' ? value : undefined
      phone({ number, name, chat, value: state })
    }
    const changed = send('changed')
    sim.events.on('phone', onPhone)
    sim.events.on('changed', changed)
    const ping = setInterval(() => response.write(': still here\n\n'), PING_MS)
    response.write(': welcome\n\n')
    request.on('close', () => {
      clearInterval(ping)
      sim.events.off('phone', onPhone)
      sim.events.off('changed', changed)
    })
  })
  router.get(
    '/pending',
    createHandler(200, () => pendingQrs?.() ?? []),
  )
  addPhoneRoutes(router, sim)
  addChatRoutes(router, sim)
  addBusyDayRoutes(router, sim)
  router.use(answerErrors)
  return router
}
