import { domainError } from '@guiche/contracts/errors.js'
import express, { type Express, type Router } from 'express'
import type { Metrics } from '../metrics/metrics.js'
import { sendError } from './errors.js'
import { mayReadMetrics } from './metrics-access.js'

export interface HealthReport {
  readonly ready: boolean
  /** parts and whether they are up, without names of companies or people */
  readonly checks?: Readonly<Record<string, unknown>>
  /** names of the parts that are not ready */
  readonly missing?: readonly string[]
}

export interface StatusDeps {
  readonly health: () => Promise<HealthReport>
  readonly metrics?: {
    readonly text: Metrics['text']
    /** token of readers on other machines; null = no other machine may read */
    readonly token: string | null
  }
}

/**
 * `/health/live`: the process answers. `/health/ready`, also as `/health`: 200 if the process serves, else
 * 503. Callers who may read the metrics also get the missing parts. Other paths below `/health` give 404,
 * never a page. `/metrics`: the metrics.
 */
export const statusRoutes = ({ health, metrics }: StatusDeps): Router => {
  const router = express.Router()
  router.get('/health/live', (_request, response) => void response.json({ status: 'live' }))
  router.get(['/health', '/health/ready'], async (request, response) => {
    // An engine that does not answer is not ready.
    const report = await health().catch((): HealthReport => ({ ready: false, missing: ['health'] }))
    const { ready, missing = [], checks = {} } = report
    response.setHeader('Cache-Control', 'no-store')
    if (!ready) response.setHeader('Retry-After', '2')
    const details = { ...(missing.length > 0 && { missing }), checks }
    response.status(ready ? 200 : 503).json({
      status: ready ? 'ready' : 'not ready',
      ...(mayReadMetrics(request, metrics?.token ?? null) && details),
    })
  })
  router.use('/health', (_request, response) => sendError(response, domainError('ERR_NOT_FOUND')))
  if (metrics !== undefined) {
    router.get('/metrics', async (request, response) => {
      response.setHeader('Cache-Control', 'no-store')
      if (!mayReadMetrics(request, metrics.token))
        return sendError(response, domainError('ERR_NO_PERMISSION'))
      const { type, body } = await metrics.text()
      response.setHeader('Content-Type', type)
      response.end(body)
    })
  }
  return router
}

/** The whole HTTP side of a service without an API: health and metrics. */
export const createStatusApp = (deps: StatusDeps): Express => {
  const app = express()
  app.disable('x-powered-by')
  app.disable('etag')
  app.use(statusRoutes(deps))
  app.use((_request, response) => sendError(response, domainError('ERR_NOT_FOUND')))
  return app
}
