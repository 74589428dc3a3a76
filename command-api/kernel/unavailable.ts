/** The event store cannot be read now. Routes answer it as ERR_UNAVAILABLE, processes try again. */
export class StoreUnavailable extends Error {
  constructor(cause: unknown) {
    super('the event store is unavailable', { cause })
  }
}
