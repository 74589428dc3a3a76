import { check } from '@guiche/contracts/schema.js'
import { type Static, type TSchema, Type } from '@sinclair/typebox'
import type { NextFunction, Request, Response } from 'express'
import { PairingError } from './pairing.js'
import type { Phone } from './phone.js'
import type { Simulator } from './simulator.js'

/** An answer other than success, with a code that the page knows. */
export class HttpError extends Error {
  readonly status: number
  constructor(status: number, code: string) {
    super(code)
    this.status = status
  }
}

/** A strict object schema. */
export const shape = <P extends Record<string, TSchema>>(properties: P) =>
  Type.Object(properties, { additionalProperties: false })

/** The body of a request, checked; throws 400 naming the field. */
export const bodyOf = <T extends TSchema>(schema: T, request: Request): Static<T> => {
  const checked = check(schema, request.body ?? {})
  if (!checked.ok) throw new HttpError(400, `bad_${checked.error.field || 'body'}`)
  return checked.value
}

/** The query values of a request, checked as texts; throws 400 naming the field. */
export const queryOf = <T extends TSchema>(schema: T, request: Request): Static<T> => {
  const checked = check(schema, { ...request.query })
  if (!checked.ok) throw new HttpError(400, `bad_${checked.error.field || 'query'}`)
  return checked.value
}

/** One value of the path. */
export const pathValue = (request: Request, name: string): string => {
  const value = request.params[name]
  return typeof value === 'string' ? value : ''
}

/** The phone that the path names; throws 404. */
export const phoneOf = (sim: Simulator, request: Request): Phone => {
  const phone = sim.phones.get(pathValue(request, 'number'))
  if (!phone) throw new HttpError(404, 'no_such_phone')
  return phone
}

/** Turns anything thrown into an answer; what the page did wrong is told, the rest is not. */
export const answerErrors = (error: unknown, _request: Request, response: Response, next: NextFunction) => {
  if (response.headersSent) return next(error)
  if (error instanceof HttpError) return response.status(error.status).json({ error: error.message })
  if (error instanceof PairingError) return response.status(409).json({ error: error.problem })
  const status = error instanceof Error && 'status' in error ? Number(error.status) : 422
  return response.status(status >= 400 && status < 500 ? status : 422).json({ error: 'not_possible' })
}

/** Turns away what another site makes a browser send. */
export const sameOriginOnly = (request: Request, response: Response, next: NextFunction) => {
  const site = request.headers['sec-fetch-site']
  if (request.method === 'GET' || site === undefined || site === 'same-origin' || site === 'none')
    return next()
  response.status(403).json({ error: 'cross_site' })
}
