import { type DomainError, domainError, statusOf } from '@guiche/contracts/errors.js'
import { mayCall, PERMISSIONS } from '@guiche/contracts/permissions.js'
import { err, ok, type Result } from '@guiche/contracts/result.js'
import { check } from '@guiche/contracts/schema.js'
import type { TSchema } from '@sinclair/typebox'
import { parseCookie } from 'cookie'
import express, { type NextFunction, type Request, type Response, type Router } from 'express'
import type { Logger } from 'pino'
import { newUuid } from '../ids.js'
import { correlationId } from '../log/correlation.js'
import type { Records } from '../records/records.js'
import type { Authenticator } from './authenticate.js'
import { refuseBrokenText } from './json.js'
import type { Answer, Route } from './route.js'

/** Bytes of a JSON body at most. */
const JSON_LIMIT = 1_000_000
const KEY = /^[A-Za-z0-9_-]{1,100}$/
const PLACE = /^\d{1,4}:\d{1,20}$/

export interface MountDeps {
  readonly authenticator: Authenticator
  readonly records: Pick<Records, 'waitFor'>
  readonly logger: Logger
}

/** Answers an error as `{error: code}` with its status; details go along where a client reads them. */
export const sendError = (response: Response, error: DomainError): void => {
  if (statusOf(error.code) === 503) response.setHeader('Retry-After', '2')
  response
    .status(statusOf(error.code))
    .json(error.details === undefined ? { error: error.code } : { error: error.code, details: error.details })
}

const bearer = (header: string | undefined): string | null => {
  const match = /^Bearer ([^\s]+)$/.exec(header ?? '')
  return match?.[1] ?? null
}

const checked = (schema: TSchema | undefined, value: unknown): Result<unknown, DomainError> => {
  if (schema === undefined) return ok(undefined)
  const result = check(schema, value)
  return result.ok
    ? result
    : err(domainError('ERR_VALIDATION', { field: result.error.field, message: result.error.message }))
}

const malformed = (header: string) => err(domainError('ERR_VALIDATION', { field: header }))

/** Waits until the views of a route have reached a place; where they do not in time, the answer says that it is older. */
const waitForPlace = async (route: Route, deps: MountDeps, place: string, response: Response) => {
  const since = performance.now()
  if (await deps.records.waitFor(route.views, place)) return
  const waited = Math.ceil((performance.now() - since) / 1000)
  response.setHeader('X-Stale', String(Math.max(waited, Number(response.getHeader('X-Stale') ?? 0))))
}

const answer = async (
  route: Route,
  deps: MountDeps,
  request: Request,
  response: Response,
): Promise<Answer> => {
  const cookies = parseCookie(request.headers.cookie ?? '')
  const anonymous = PERMISSIONS[route.key].least === 'anonymous'
  const caller = anonymous
    ? null
    : await deps.authenticator.byToken(
        bearer(request.headers.authorization) ?? (route.cookieAuth ? (cookies.media ?? null) : null),
      )
  if (caller !== null && !caller.ok) return caller
  if (!mayCall(route.key, caller?.value ?? null)) return err(domainError('ERR_NO_PERMISSION'))

  const params = checked(route.params, request.params)
  if (!params.ok) return params
  const query = checked(route.query, request.query)
  if (!query.ok) return query
  const body = checked(route.body, request.body ?? {})
  if (!body.ok) return body

  const key = request.headers['idempotency-key'] ?? null
  if (key !== null && (typeof key !== 'string' || !KEY.test(key))) return malformed('Idempotency-Key')
  const minimum = request.headers['x-min-position']
  if (minimum !== undefined) {
    if (typeof minimum !== 'string' || !PLACE.test(minimum)) return malformed('X-Min-Position')
    if (route.views.length > 0) await waitForPlace(route, deps, minimum, response)
  }
  return route.handle({
    caller: caller?.value ?? null,
    params: params.value,
    query: query.value,
    body: body.value,
    idempotencyKey: key,
    correlationId: correlationId() ?? newUuid(),
    address: request.ip ?? '',
    cookies,
    request,
  })
}

const send = (result: Answer, response: Response): void => {
  if (!result.ok) return sendError(response, result.error)
  const { status = 200, body, stream, headers = {} } = result.value
  for (const [name, value] of Object.entries(headers)) response.setHeader(name, value)
  response.status(status)
  if (stream !== undefined) {
    stream.once('error', () => response.destroy())
    response.once('close', () => stream.destroy())
    stream.pipe(response)
  } else if (body === undefined) response.end()
  else response.json(body)
}

/** The routes as an Express router for `/api`. Permission, session and schemas are checked before a handler runs. */
export const mountRoutes = (routes: readonly Route[], deps: MountDeps): Router => {
  const router = express.Router({ caseSensitive: false, strict: false })
  const json = express.json({ limit: JSON_LIMIT, strict: true, inflate: false, reviver: refuseBrokenText })
  // fixed addresses before those with parameters, so that /tickets/counts is never taken for an id
  const parameters = (route: Route) => route.key.split(':').length
  for (const route of [...routes].sort((a, b) => parameters(a) - parameters(b))) {
    const [method, path] = route.key.split(' ') as ['GET' | 'POST' | 'PUT' | 'DELETE', string]
    const verb = method.toLowerCase() as 'get' | 'post' | 'put' | 'delete'
    const handler = (request: Request, response: Response, next: NextFunction): void => {
      const since = performance.now()
      answer(route, deps, request, response).then((result) => {
        send(result, response)
        const line = {
          route: route.key,
          status: response.statusCode,
          ms: Math.round(performance.now() - since),
        }
        deps.logger[method === 'GET' ? 'debug' : 'info'](line, 'answered')
      }, next)
    }
    if (method === 'GET' || route.rawBody) router[verb](path, handler)
    else router[verb](path, json, handler)
  }
  return router
}

/**
 * Last in the chain of `/api`: unknown addresses and unexpected failures, without inner details. `away`: whether an
 * engine is away now; then that is what failed, and nobody's fault.
 */
export const apiErrors = (logger: Logger, away: () => Promise<boolean> = async () => false) =>
  [
    (_request: Request, response: Response): void => sendError(response, domainError('ERR_NOT_FOUND')),
    (failure: unknown, request: Request, response: Response, _next: NextFunction): void => {
      const status = (failure as { status?: number }).status
      if (response.headersSent) return void response.destroy()
      if (status === 413) return sendError(response, domainError('ERR_BODY_TOO_LARGE'))
      if (status !== undefined && status < 500)
        return sendError(response, domainError('ERR_VALIDATION', { field: 'body' }))
      const line = { err: failure, method: request.method, path: request.path }
      away().then(
        (isAway) => {
          if (isAway) logger.warn(line, 'request refused, an engine is away')
          else logger.error(line, 'request failed')
          sendError(response, domainError(isAway ? 'ERR_UNAVAILABLE' : 'ERR_INTERNAL'))
        },
        () => response.destroy(),
      )
    },
  ] as const
