import { join } from 'node:path'
import { domainError } from '@guiche/contracts/errors.js'
import type { Caller } from '@guiche/contracts/users/permissions.js'
import { type Authenticator, cookiesOf } from '@guiche/infra/http/authenticate.js'
import { sendError } from '@guiche/infra/http/errors.js'
import { originAllowed } from '@guiche/infra/http/origin.js'
import express, { type NextFunction, type Request, type Response, type Router } from 'express'
import type { Logger } from 'pino'

type Simulator = Awaited<
  ReturnType<typeof import('@guiche/wa-gateway/simulator/simulator.js')['createSimulator']>
>

export interface SimulatorHost {
  /** address of its socket and the CA of its media host; starts it at the first call */
  address(): Promise<{ url: string; ca: string }>
  /** page and control API for super users on this machine alone: the simulator can speak as any customer */
  readonly router: Router
  close(): Promise<void>
}

/** Interval in ms at which the session behind a lasting answer is checked. */
const SESSION_MS = 1000

/** Cuts a lasting answer, such as a stream of events, once its session has ended or lost its rights. */
const endWithSession = (response: Response, authenticator: Authenticator, caller: Caller): void => {
  const look = async (): Promise<void> => {
    const now = await authenticator.bySession(caller)
    if (!now.ok || !now.value.super) response.destroy()
  }
  // A failed lookup of the session proves nothing, so the page stays open.
  const timer = setInterval(() => look().catch(() => {}), SESSION_MS).unref()
  response.once('close', () => clearInterval(timer))
}

const isLoopback = (address: string | undefined): boolean =>
  address === '127.0.0.1' || address === '::1' || address === '::ffff:127.0.0.1'

/** The simulated WhatsApp inside this process, loaded when the first connection or page needs it. */
export const createSimulatorHost = (deps: {
  dataDir: string
  publicUrl: string
  logger: Logger
  authenticator: Authenticator
  pendingQrs: () => Promise<{ connectionId: number; name: string; qr: string }[]>
}): SimulatorHost => {
  const { dataDir, publicUrl, logger, authenticator, pendingQrs } = deps
  let started: Promise<{ simulator: Simulator; routes: Router }> | null = null

  const start = async () => {
    const { prepareLibrary } = await import('@guiche/wa-gateway/providers/baileys/load.js')
    prepareLibrary(logger)
    const { createSimulator } = await import('@guiche/wa-gateway/simulator/simulator.js')
    const { createSimulatorRoutes } = await import('@guiche/wa-gateway/simulator/routes.js')
    const simulator = await createSimulator({ dataDir: join(dataDir, 'simulator'), logger })
    return { simulator, routes: createSimulatorRoutes(simulator, { pendingQrs }) }
  }
  const simulator = () => {
    started ??= start()
    return started
  }

  const router = express.Router()
  router.use(async (request: Request, response: Response, next: NextFunction) => {
    const { origin } = request.headers
    // Behind a proxy on this machine, `ip` is the address of the proxy's client.
    const onThisMachine = isLoopback(request.socket.remoteAddress) && isLoopback(request.ip)
    if (!onThisMachine || !originAllowed(origin, publicUrl)) {
      return sendError(response, domainError('ERR_NO_PERMISSION'))
    }
    const token = cookiesOf(request).simulator ?? null
    const caller = await authenticator.byToken(token)
    if (!caller.ok) {
      if (request.method === 'GET' && request.accepts('html'))
        return response.redirect('/login?from=/simulator')
      return sendError(response, caller.error)
    }
    if (!caller.value.super) return sendError(response, domainError('ERR_NO_PERMISSION'))
    endWithSession(response, authenticator, caller.value)
    const { routes } = await simulator()
    routes(request, response, next)
  })

  return {
    address: async () => {
      const { simulator: running } = await simulator()
      return { url: running.url, ca: running.ca }
    },
    router,
    close: async () => {
      if (started !== null) await (await started).simulator.close()
    },
  }
}
