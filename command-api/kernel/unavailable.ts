import { domainError } from '@guiche/contracts/errors.js'
import { err } from '@guiche/contracts/result.js'
import type { Route } from '@guiche/infra/http/route.js'

/** The event store cannot be read now. Routes answer it as ERR_UNAVAILABLE, processes try again. */
export class StoreUnavailable extends Error {
  constructor(cause: unknown) {
    super('the event store is unavailable', { cause })
  }
}

/** The views do not show yet a position that a consequence needs. The consequence is tried again. */
export class ViewsBehind extends Error {
  constructor() {
    super('the views are behind; it is tried again')
  }
}

/** A store that cannot be read is no fault of the request: 503, and to be tried again. */
export const answering503 = (route: Route): Route => ({
  ...route,
  handle: (call) =>
    route.handle(call).catch((failure: unknown) => {
      if (failure instanceof StoreUnavailable) return err(domainError('ERR_UNAVAILABLE'))
      throw failure
    }),
})
