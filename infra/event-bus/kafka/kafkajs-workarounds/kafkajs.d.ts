/** Types of the internals of kafkajs that are used here. */
declare module 'kafkajs/src/network/requestQueue/index.js' {
  export default class RequestQueue {
    constructor(options: {
      maxInFlightRequests: number | null
      requestTimeout: number
      enforceRequestTimeout: boolean
      clientId: string
      broker: string
      logger: { debug(): void; warn(): void }
    })
    readonly pending: readonly unknown[]
    push(request: {
      entry: { correlationId: number; reject(error: unknown): void; resolve(answer: unknown): void }
      expectResponse: boolean
      sendRequest(): void
    }): void
    maybeThrottle(ms: number): void
    fulfillRequest(answer: { correlationId: number; payload: unknown; size: number }): void
    scheduleCheckPendingRequests(): void
  }
}
