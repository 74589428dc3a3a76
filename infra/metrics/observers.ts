/**
 * The reports of services about their work; services do not know the receiver. Nothing here names a person, a company
 * or a connection. Each part does nothing unless the composition root gives it `createMetrics`.
 */

/** Observer of command-api's kernel, for the metrics. */
export interface CommandObserver {
  /** an append has been answered; its duration in ms */
  appended(milliseconds: number): void
  /** a command has been handled: `OK`, or a code of contracts/errors.ts */
  handled(code: string): void
  /** a report of the gateway or an event was parked, because it failed again and again */
  parked(): void
  /** a sign-in or a program's token was refused, with a code of contracts/errors.ts */
  signInFailed(code: string): void
}

/** Observer of query-api's sockets, for the metrics. */
export interface RealtimeObserver {
  /** frames have been written to sockets */
  sent(frames: number): void
  /** a reader that did not read has been cut off */
  dropped(): void
}

/** Observer of the projector, for the metrics. */
export interface ProjectorObserver {
  /** events have been folded and committed; ms since the append of the oldest event */
  folded(events: number, ageMs: number): void
}

/** Observer of the gateway's outbox, for the metrics. */
export interface GatewayObserver {
  /** one piece of work is finished: `OK`, or a code of contracts/errors.ts, and the milliseconds since the request */
  worked(kind: string, code: string, ageMs: number): void
}

/** Observer of the HTTP side of command-api and query-api, for the metrics. */
export interface HttpObserver {
  /** a call was answered after `ms` milliseconds; `route` is the key of its declaration, or `none` */
  answered(route: string, status: number, milliseconds: number): void
}

const ignoreEvent = (): void => undefined

export const silentCommands: CommandObserver = {
  appended: ignoreEvent,
  handled: ignoreEvent,
  parked: ignoreEvent,
  signInFailed: ignoreEvent,
}
export const silentRealtime: RealtimeObserver = { sent: ignoreEvent, dropped: ignoreEvent }
export const silentProjector: ProjectorObserver = { folded: ignoreEvent }
export const silentHttp: HttpObserver = { answered: ignoreEvent }
export const silentGateway: GatewayObserver = { worked: ignoreEvent }
