import { readFile } from 'node:fs/promises'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { join, sep } from 'node:path'
import { domainError } from '@guiche/contracts/errors.js'
import { VIDEO_ORIGIN } from '@guiche/contracts/records/kinds/link.js'
import type { Branding } from '@guiche/contracts/views/present-settings.js'
import express, {
  type Express,
  type Handler,
  type NextFunction,
  type Request,
  type Response,
  type Router,
} from 'express'
import helmet, { type HelmetOptions } from 'helmet'
import type { Logger } from 'pino'
import type { Availability } from '../health/availability.js'
import { type HttpObserver, silentHttp } from '../metrics/observers.js'
import { manifestWith, pageWith } from './branding.js'
import { correlationOf } from './correlation.js'
import { apiErrors, sendError } from './errors.js'
import { type StatusDeps, statusRoutes } from './status.js'

export interface HttpAppDeps extends StatusDeps {
  readonly config: {
    /** as browsers call it: an https address enables HSTS */
    readonly publicUrl: string
    /** whether the operator has set that address: then no other address opens pages; false unless set */
    readonly isNamed?: boolean
    /** whether HSTS includes subdomains; false unless set */
    readonly hstsSubdomains?: boolean
    /** `turnstile` allows the page to load Cloudflare's widget */
    readonly humanVerification?: 'altcha' | 'turnstile' | 'off'
    /** proxies whose X-Forwarded-* headers are trusted, in Express's terms; only this machine unless set */
    readonly trustProxy?: string
  }
  readonly logger: Logger
  /** handlers under `/api`, in this order */
  readonly routers: { readonly api: readonly Handler[] }
  /** false before the API can answer: it answers 503 with Retry-After; always true if absent */
  readonly serving?: () => boolean
  /** availability of the engines; absent: always available */
  readonly available?: Pick<Availability, 'until' | 'stale' | 'away'>
  /** origins of pages that the app may embed */
  readonly frames?: () => Promise<readonly string[]>
  /** the platform's own look, where it differs from the default */
  readonly branding?: () => Promise<Branding>
  /** folder of the built web app, if the service serves it */
  readonly webDist?: string
  readonly simulator?: Router
  /** counts the calls of the API */
  readonly observer?: HttpObserver
}

const YEAR = 31_536_000
const HOST = /^[A-Za-z0-9.-]{1,253}(:[0-9]{1,5})?$|^\[[0-9a-fA-F:]{2,45}\](:[0-9]{1,5})?$/

/**
 * The WebSocket's address for the Content-Security-Policy: older browsers do not include it in 'self'. From
 * PUBLIC_URL, else from the host of the request.
 */
const socketSource = ({ publicUrl, isNamed = false }: HttpAppDeps['config']) => {
  const { host, protocol } = new URL(publicUrl)
  const named = `${protocol === 'https:' ? 'wss' : 'ws'}://${host}`
  return (request: IncomingMessage): string => {
    if (isNamed) return named
    const { host = '' } = request.headers
    return HOST.test(host) ? `ws://${host} wss://${host}` : "'self'"
  }
}

const helmetOptions = ({ publicUrl, hstsSubdomains = false }: HttpAppDeps['config']): HelmetOptions => ({
  strictTransportSecurity: publicUrl.startsWith('https:')
    ? { maxAge: YEAR, includeSubDomains: hstsSubdomains }
    : false,
  crossOriginEmbedderPolicy: false,
  // browsers ignore the header over plain http and log a warning
  crossOriginOpenerPolicy: publicUrl.startsWith('https:'),
  originAgentCluster: false,
  referrerPolicy: { policy: 'same-origin' },
  xFrameOptions: { action: 'deny' },
})

/** The origins of embeddable pages for this answer. */
const framesOf = (response: ServerResponse): string =>
  ["'self'", ...((response as Response).locals.frames ?? [])].join(' ')
/** Loads the origins before the headers are written. */
const withFrames =
  (frames: HttpAppDeps['frames']) =>
  async (_request: Request, response: Response, next: NextFunction): Promise<void> => {
    response.locals.frames = await frames?.()
    next()
  }

const TURNSTILE = 'https://challenges.cloudflare.com'

const pageHeaders = (config: HttpAppDeps['config']) => {
  const widget = config.humanVerification === 'turnstile' ? [TURNSTILE] : []
  return helmet({
    ...helmetOptions(config),
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'self'"],
        scriptSrc: ["'self'", ...widget],
        scriptSrcAttr: ["'none'"],
        workerSrc: ["'self'", 'blob:'],
        // Ant Design writes inline styles into the page
        styleSrc: ["'self'", "'unsafe-inline'"],
        imgSrc: ["'self'", 'blob:', 'data:'],
        mediaSrc: ["'self'", 'blob:', 'data:'],
        fontSrc: ["'self'", 'data:'],
        connectSrc: ["'self'", 'blob:', 'data:', socketSource(config)],
        objectSrc: ["'self'", 'blob:'],
        frameSrc: [(_request, response) => framesOf(response), 'blob:', VIDEO_ORIGIN, ...widget],
        frameAncestors: ["'none'"],
        baseUri: ["'self'"],
        formAction: ["'self'"],
      },
    },
  })
}

/** The headers of every answer of the API. They are constant, so they are computed once. */
const apiHeaders = (config: HttpAppDeps['config']) => {
  const headers: [string, string][] = [['Cache-Control', 'no-store']]
  const recorder = {
    setHeader: (name: string, value: string) => headers.push([name, value]),
    removeHeader: () => undefined,
  }
  const protect = helmet({
    ...helmetOptions(config),
    contentSecurityPolicy: {
      useDefaults: false,
      directives: { defaultSrc: ["'none'"], frameAncestors: ["'none'"] },
    },
  })
  protect({} as IncomingMessage, recorder as unknown as ServerResponse, () => undefined)
  return (_request: Request, response: Response, next: NextFunction): void => {
    for (const [name, value] of headers) response.setHeader(name, value)
    next()
  }
}

/**
 * Commands and log lines of a request have its correlation id (`response.locals`); so does a header of the
 * answer.
 */
const setCorrelation = (request: Request, response: Response, next: NextFunction): void => {
  const id = correlationOf(request.headers)
  response.setHeader('X-Request-Id', id)
  response.setHeader('X-Correlation-Id', id)
  response.locals.correlationId = id
  next()
}

/** Counts each call by the declaration of its route. */
const measureCalls =
  (observer: HttpObserver = silentHttp) =>
  (_request: Request, response: Response, next: NextFunction): void => {
    const since = performance.now()
    response.once('close', () => {
      const route: string = response.locals.route ?? 'none'
      observer.answered(route, response.statusCode, performance.now() - since)
    })
    next()
  }

const READ_METHODS: ReadonlySet<string> = new Set(['GET', 'HEAD', 'OPTIONS'])
/** Renewal of a session, which reading needs, too: the route works without the event store if possible. */
const RENEWAL_PATH = /^\/auth\/refresh_token\/?$/i

/**
 * Lets calls wait during short outages, refuses them in longer outages, and adds the age of the views to
 * answers.
 */
const asAvailable =
  (available: HttpAppDeps['available']) =>
  async (request: Request, response: Response, next: NextFunction): Promise<void> => {
    if (available === undefined) return next()
    const reads = READ_METHODS.has(request.method) || RENEWAL_PATH.test(request.path)
    const possible = await available.until(reads ? 'reads' : 'commands')
    const stale = available.stale()
    if (stale > 0) response.setHeader('X-Stale', String(Math.ceil(stale)))
    if (possible) next()
    else sendError(response, domainError('ERR_UNAVAILABLE'))
  }

/**
 * The built files of the app. Names with a hash are cached for ever, other names are revalidated. Unknown
 * paths give the app, with headers of its own.
 */
const serveWeb = (
  webDist: string,
  { logger, branding }: Pick<HttpAppDeps, 'logger' | 'branding'>,
  ...headers: readonly Handler[]
): Router => {
  const router = express.Router()
  const looking = async (
    file: string,
    change: (text: string, branding: Branding) => string,
  ): Promise<string> => {
    const text = await readFile(join(webDist, file), 'utf8')
    return branding === undefined ? text : change(text, await branding())
  }
  router.get('/manifest.webmanifest', async (_request, response, next) => {
    const manifest = await looking('manifest.webmanifest', manifestWith).catch(() => null)
    if (manifest === null) return next()
    response.setHeader('Cache-Control', 'no-cache')
    response.type('application/manifest+json').send(manifest)
  })
  const assets = join(webDist, 'assets') + sep
  router.use(
    express.static(webDist, {
      index: false,
      redirect: false,
      setHeaders: (response, path) => {
        response.setHeader(
          'Cache-Control',
          path.startsWith(assets) ? `public, max-age=${YEAR}, immutable` : 'no-cache',
        )
      },
    }),
  )
  router.use((request: Request, _response: Response, next: NextFunction) => {
    const isPage = ['GET', 'HEAD'].includes(request.method) && !/^\/(assets|ws)(\/|$)/.test(request.path)
    next(isPage ? undefined : 'router')
  })
  router.use(...headers, async (_request: Request, response: Response, next: NextFunction) => {
    try {
      const page = await looking('index.html', pageWith)
      response.setHeader('Cache-Control', 'no-cache')
      response.type('html').send(page)
    } catch (failure) {
      logger.warn({ err: failure }, 'the web app is not built')
      next()
    }
  })
  return router
}

/** One origin: `/api`, `/health`, `/metrics`, `/simulator` if enabled, and the web app for everything else. */
export const createHttpApp = (deps: HttpAppDeps): Express => {
  const { config, logger, routers, webDist, simulator } = deps
  const app = express()
  app.disable('x-powered-by')
  app.disable('etag')
  app.set('trust proxy', config.trustProxy ?? 'loopback')

  const whenServing = (_request: Request, response: Response, next: NextFunction): void => {
    if (deps.serving?.() ?? true) next()
    else sendError(response, domainError('ERR_UNAVAILABLE'))
  }
  const [unknown, failed] = apiErrors(logger, deps.available?.away)
  // one router, so that Express compares a call's path with `/api` once
  const api = express.Router()
  api.use(apiHeaders(config), setCorrelation, measureCalls(deps.observer), whenServing)
  api.use(asAvailable(deps.available), ...routers.api, unknown, failed)
  app.use('/api', api)
  app.use(statusRoutes(deps))

  const headers = pageHeaders(config)
  app.use(headers)
  if (simulator !== undefined) app.use('/simulator', whenServing, simulator)
  if (webDist !== undefined) app.use(serveWeb(webDist, deps, withFrames(deps.frames), headers))
  app.use((_request: Request, response: Response) => sendError(response, domainError('ERR_NOT_FOUND')))
  app.use(failed)
  return app
}
