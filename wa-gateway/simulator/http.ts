import { checkSchema } from '@guiche/contracts/schema.js'
import type { Static, TSchema } from '@sinclair/typebox'
import type { NextFunction, Request, RequestHandler, Response, Router } from 'express'
import { PairingError } from './pairing.js'
import type { Phone } from './phone.js'
import type { Simulator } from './simulator.js'

/** An error response with a code that the page knows. */
export class HttpError extends Error {
  readonly status: number
  constructor(status: number, code: string) {
    super(code)
    this.status = status
  }
}

const checkValue = <T extends TSchema>(schema: T, value: unknown, whole: string): Static<T> => {
  const found = checkSchema(schema, value)
  if (!found.ok) throw new HttpError(400, `bad_${found.error.field || whole}`)
  return found.value
}

/** The checked body of a request. Throws 400 with the name of the invalid field. */
export const bodyOf = <T extends TSchema>(schema: T, request: Request): Static<T> =>
  checkValue(schema, request.body ?? {}, 'body')

/** The checked query parameters of a request. Throws 400 with the name of the invalid field. */
export const queryOf = <T extends TSchema>(schema: T, request: Request): Static<T> =>
  checkValue(schema, { ...request.query }, 'query')

/** A parameter of the path. */
export const pathValue = (request: Request, name: string): string => {
  const value = request.params[name]
  return typeof value === 'string' ? value : ''
}

/** The phone that the path names. Throws 404 if there is none. */
export const phoneOf = (sim: Simulator, request: Request): Phone => {
  const phone = sim.phones.get(pathValue(request, 'number'))
  if (!phone) throw new HttpError(404, 'no_such_phone')
  return phone
}

/** Responds with the result of `handle` as JSON, or with 204 if there is no result. */
export const createHandler =
  (status: number, handle: (request: Request) => unknown): RequestHandler =>
  async (request, response) => {
    const body = await handle(request)
    if (body === undefined) response.status(204).end()
    else response.status(status).json(body)
  }

/** The same for handlers of the path's phone. */
export const onPhone =
  (sim: Simulator) =>
  (status: number, handle: (phone: Phone, request: Request) => unknown): RequestHandler =>
    createHandler(status, (request) => handle(phoneOf(sim, request), request))

/** Mounts handlers by method and path. */
export const mountHandlers = (
  router: Router,
  routes: Readonly<Record<string, RequestHandler | RequestHandler[]>>,
): void => {
  for (const [key, handlers] of Object.entries(routes)) {
    const [method = '', path = ''] = key.split(' ')
    router[method.toLowerCase() as 'get' | 'post' | 'put' | 'patch' | 'delete'](path, handlers)
  }
}

/** Turns an exception into a response. Only errors of the caller are described. */
export const answerErrors = (error: unknown, _request: Request, response: Response, next: NextFunction) => {
  if (response.headersSent) return next(error)
  if (error instanceof HttpError) return response.status(error.status).json({ error: error.message })
  if (error instanceof PairingError) return response.status(409).json({ error: error.problem })
  const status = error instanceof Error && 'status' in error ? Number(error.status) : 422
  return response.status(status >= 400 && status < 500 ? status : 422).json({ error: 'not_possible' })
}

/** Refuses requests that another site makes a browser send (CSRF). */
export const sameOriginOnly = (request: Request, response: Response, next: NextFunction) => {
  const site = request.headers['sec-fetch-site']
  if (request.method === 'GET' || site === undefined || site === 'same-origin' || site === 'none')
    return next()
  response.status(403).json({ error: 'cross_site' })
}
