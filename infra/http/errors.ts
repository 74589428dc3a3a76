import { type DomainError, domainError, statusOf } from '@guiche/contracts/errors.js'
import { ROUTE_LIST } from '@guiche/contracts/routes/index.js'
import type { NextFunction, Request, Response } from 'express'
import type { Logger } from 'pino'

/**
 * Answers an error as `{error: code}` with its status, and details if a client reads them. `asJson`: codes
 * whose details are JSON in `error` instead.
 */
export const sendError = (
  response: Response,
  { code, details }: DomainError,
  asJson: readonly string[] = [],
): void => {
  const status = statusOf(code)
  if (status === 503) response.setHeader('Retry-After', '2')
  const isJson = details !== undefined && asJson.includes(code)
  response.status(status).json(isJson ? { error: JSON.stringify(details) } : { error: code, details })
}

const PATHS = ROUTE_LIST.map(([key]) => {
  const [method = '', path = ''] = key.split(' ')
  return {
    method,
    path: new RegExp(`^${path.replace(/[.]/g, '\\.').replace(/:[A-Za-z]+/g, '[^/]+')}/?$`, 'i'),
  }
})
const methodsOf = (address: string): string[] => [
  ...new Set(PATHS.filter(({ path }) => path.test(address)).map(({ method }) => method)),
]

/** An address without a route: 405 if the path has other methods, else 404. */
const unknownAddress = (request: Request, response: Response): void => {
  const methods = methodsOf(request.path)
  if (methods.length === 0 || methods.includes(request.method)) {
    return sendError(response, domainError('ERR_NOT_FOUND'))
  }
  response.setHeader('Allow', methods.join(', '))
  sendError(response, domainError('ERR_METHOD_NOT_ALLOWED'))
}

/**
 * Last handler of `/api`: unknown addresses and unexpected failures, without internal details. `away`:
 * whether an engine is unavailable now; the failure is then answered as an outage.
 */
export const apiErrors = (logger: Logger, away: () => Promise<boolean> = async () => false) =>
  [
    unknownAddress,
    (failure: unknown, request: Request, response: Response, _next: NextFunction): void => {
      const status = (failure as { status?: number }).status
      if (response.headersSent) return void response.destroy()
      if (status === 413) return sendError(response, domainError('ERR_BODY_TOO_LARGE'))
      if (status !== undefined && status < 500)
        return sendError(response, domainError('ERR_VALIDATION', { field: 'body' }))
      const { correlationId } = response.locals
      const line = { err: failure, method: request.method, path: request.path, correlationId }
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
