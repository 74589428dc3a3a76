declare module 'autocannon' {
  interface Client {
    setRequests(requests: readonly object[]): void
    on(event: string, listener: (value: unknown) => void): void
  }
  interface Result {
    readonly duration: number
    readonly non2xx: number
    readonly errors: number
    readonly '2xx': number
    readonly latency: { readonly p50: number; readonly p99: number }
  }
  export default function autocannon(options: {
    readonly url: string
    readonly connections: number
    /** seconds */
    readonly duration: number
    readonly timeout: number
    readonly setupClient: (client: Client) => void
  }): Promise<Result>
}
