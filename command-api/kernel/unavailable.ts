import { domainError } from '@guiche/contracts/errors.js'
import { err } from '@guiche/contracts/result.js'
import type { Route } from '@guiche/infra/http/route.js'

/** The event store cannot be read now. Routes answer ERR_UNAVAILABLE; processes retry. */
export class StoreUnavailable extends Error {
  constructor(cause: unknown) {
    super('the event store is unavailable', { cause })
  }
}

/** The views do not yet show a position that a consequence needs. The consequence is retried. */
export class ViewsBehind extends Error {
  constructor() {
    super('the views are behind; it is tried again')
  }
}

/** Answers 503 if a store cannot be read: not the request's fault, so the client should retry. */
export const answering503 = (route: Route): Route => ({
  ...route,
  handle: (call) =>
    route.handle(call).catch((failure: unknown) => {
      if (failure instanceof StoreUnavailable) return err(domainError('ERR_UNAVAILABLE'))
      throw failure
    }),
})
