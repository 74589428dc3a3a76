import { hostname } from 'node:os'
import { fileURLToPath } from 'node:url'
import { err, ok, type Result } from '@guiche/contracts/result.js'
import { createEngineWatch, type EngineWatch } from '@guiche/infra/health/engines.js'
import { createHttpApp } from '@guiche/infra/http/app.js'
import { refuseUpgrade } from '@guiche/infra/http/refuse-upgrade.js'
import { createStatusApp, type HealthReport } from '@guiche/infra/http/status.js'
import { createMetrics, type Metrics } from '@guiche/infra/metrics/metrics.js'
import type { RequestHandler } from 'express'
import { type Host, httpConfigOf, inOrder, openHost } from '../host.js'
import type { Service } from '../roots/service.js'
import { type Context, type OpenedService, withMissing } from './service.js'
import { SERVICE_ROOTS } from './services.js'

const WEB_DIST = fileURLToPath(new URL('../../../web/dist', import.meta.url))

export type ServiceName = keyof typeof SERVICE_ROOTS
export const SERVICES = Object.keys(SERVICE_ROOTS) as ServiceName[]
export const isService = (name: string): name is ServiceName => Object.hasOwn(SERVICE_ROOTS, name)

export interface StartedService {
  readonly url: string
  /** address on which this process listens */
  readonly address: string
  /** Resolves when the service works. Rejects with a sentence for the operator if it never will. */
  readonly ready: Promise<void>
  close(): Promise<void>
}

/** The HTTP app that answers before and while the service works; `work` is read at each call. */
const appOf = (
  name: ServiceName,
  context: Context,
  host: Host,
  { text: read, http: observer }: Metrics,
  engines: EngineWatch,
  work: () => Service | null,
): RequestHandler => {
  const health = async (): Promise<HealthReport> => {
    const { checks, ...report } = (await work()?.health()) ?? { ready: false, missing: ['start'] }
    return withMissing({ ...report, checks: { engines: engines.all(), ...checks } }, engines.missing())
  }
  const { config, logger } = context
  const metrics = { text: read, token: config.metricsToken }
  if (name !== 'command-api' && name !== 'query-api') return createStatusApp({ health, metrics })
  const api: RequestHandler = (request, response, next) => {
    const router = work()?.router
    if (router === undefined) next()
    else router(request, response, next)
  }
  return createHttpApp({
    config: httpConfigOf(config, host.publicUrl),
    observer,
    logger,
    routers: {
      api: [api],
    },
    health,
    metrics,
    serving: () => work() !== null,
    available: {
      until: async (wanted) => (await work()?.available?.until(wanted)) ?? true,
      stale: () => work()?.available?.stale() ?? 0,
      away: async () => (await work()?.available?.away()) ?? false,
    },
    frames: async () => (await work()?.frames?.()) ?? [],
    branding: async () => (await work()?.branding?.()) ?? DEFAULT_BRANDING,
    ...(name === 'query-api' && { webDist: WEB_DIST }),
  })
}

/** Default look until the platform's own look can be read. */
const DEFAULT_BRANDING = { brands: {}, logos: {} }

const runService = (
  name: ServiceName,
  context: Context,
  opened: OpenedService,
  host: Host,
  fail: (failure: unknown) => void,
) => {
  const stopping = new AbortController()
  const steps: (() => unknown)[] = []
  let work: Service | null = null
  const metrics = createMetrics({ service: name, version: context.version })
  const engines = createEngineWatch({ probes: opened.probes, logger: context.logger })
  metrics.watch({ engines: engines.all })
  engines.start()
  steps.push(() => void engines.stop())
  const app = appOf(name, context, host, metrics, engines, () => work)
  host.server.on('request', app)
  host.server.on('upgrade', (request, socket, head) => {
    if (work?.upgrade === undefined) refuseUpgrade(socket, '503 Service Unavailable', 'Retry-After: 2')
    else work.upgrade(request, socket, head)
  })
  const begin = async (): Promise<void> => {
    const service = await opened.compose({
      publicUrl: host.publicUrl,
      instance: `${hostname()} ${host.address}`,
      ...{ metrics, engines },
      signal: stopping.signal,
      onClose: (step) => void steps.unshift(step),
      fail,
    })
    steps.unshift(() => service.stop())
    await service.start()
    work = service
  }
  const ready = begin()
  ready.catch(() => undefined)
  return {
    ready,
    close: async (): Promise<void> => {
      stopping.abort()
      await ready.catch(() => undefined)
      const answersNoMore = () => context.logger.info('answers no more')
      await inOrder([
        () => work?.endSockets?.(),
        () => host.drain(),
        answersNoMore,
        ...steps,
        () => opened.close(),
      ])
    },
  }
}

/**
 * The composition root of one distributed service. Resolves when its engines are open and it listens; an error is a
 * list of sentences for the operator. `fail` is called when a part has ended: the process must then exit.
 */
export const startService = async (
  name: ServiceName,
  context: Context,
  fail: (failure: unknown) => void,
): Promise<Result<StartedService, string[]>> => {
  const service = await SERVICE_ROOTS[name](context)
  if (!service.ok) return service
  const host = await openHost(context.config)
  if (!host.ok) {
    await service.value.close()
    return err([host.error])
  }
  const { publicUrl: url, address } = host.value
  return ok({ url, address, ...runService(name, context, service.value, host.value, fail) })
}
