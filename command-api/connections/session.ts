import { domainError, type ErrorCode } from '@guiche/contracts/errors.js'
import type { ConnectionEvent } from '@guiche/contracts/events/connections.js'
import { pick, sameIn } from '@guiche/contracts/pick.js'
import { err, ok, type Result } from '@guiche/contracts/result.js'
import type { Decider } from '../kernel/kernel.js'

type SessionRequested = Extract<ConnectionEvent, { type: 'connection.session-requested.v1' }>['data']
type Status = Extract<ConnectionEvent, { type: 'connection.status-changed.v1' }>['data']
type ReportedStatus = Pick<Status, 'status' | 'reason' | 'number' | 'retries'>

/** The reason in the status of a connection while no gateway runs. */
const NO_GATEWAY: ErrorCode = 'ERR_WAPP_NO_GATEWAY'

/**
 * The login of one connection (stream `connection-{id}`): the last request, and the state that the gateway reported.
 */
export interface SessionState extends ReportedStatus {
  readonly request: SessionRequested['request'] | null
  /** true from a request until the next report */
  readonly unanswered: boolean
}

export type SessionCommand =
  | ({ readonly kind: 'request' } & SessionRequested)
  /** asks for a restart, unless the connection was never started or is stopped */
  | { readonly kind: 'restart'; readonly connectionId: number }
  /** logs out; `ended` of a deleted connection, which must not fail */
  | { readonly kind: 'stop'; readonly connectionId: number; readonly ended: boolean }
  | ({ readonly kind: 'report'; readonly connectionId: number } & ReportedStatus)
  /** reports that no gateway runs, unless the connection is down anyway and nobody waits for it */
  | { readonly kind: 'no-gateway'; readonly connectionId: number }

const requestEvent = (
  connectionId: number,
  request: SessionRequested['request'],
  number: string | null = null,
) => ok([{ type: 'connection.session-requested.v1' as const, data: { connectionId, request, number } }])

const reportEvent = (
  connectionId: number,
  state: SessionState,
  next: ReportedStatus,
): Result<ConnectionEvent[], never> => {
  if (sameIn<ReportedStatus>(next, state, 'status', 'reason', 'number', 'retries')) return ok([])
  const asked = state.request === null ? {} : { request: state.request }
  const data = { connectionId, ...next, previous: state.status, ...asked }
  return ok([{ type: 'connection.status-changed.v1', data }])
}

/** Errors: ERR_WAPP_NOT_INITIALIZED for a disconnect without a login. */
export const sessionDecider: Decider<SessionState, SessionCommand, ConnectionEvent> = {
  initial: {
    status: 'DISCONNECTED',
    reason: null,
    number: null,
    retries: 0,
    request: null,
    unanswered: false,
  },
  evolve: (state, event) => {
    switch (event.type) {
      case 'connection.session-requested.v1':
        return { ...state, request: event.data.request, unanswered: true }
      case 'connection.status-changed.v1': {
        const { status, reason, number, retries } = event.data
        const request = event.data.request ?? state.request
        return { status, reason, number, retries, request, unanswered: false }
      }
      default:
        return state
    }
  },
  fromEnd: (last) => {
    const stands = last.some(({ type }) => type === 'connection.status-changed.v1')
    return stands && last.some(({ data }) => 'request' in data)
  },
  decide: (state, command) => {
    const { connectionId } = command
    const stopped = state.request === null || state.request === 'stop'
    switch (command.kind) {
      case 'request':
        return requestEvent(connectionId, command.request, command.number)
      case 'restart':
        return stopped ? ok([]) : requestEvent(connectionId, 'restart')
      case 'stop':
        if (command.ended) return state.request === 'stop' ? ok([]) : requestEvent(connectionId, 'stop')
        if (stopped && state.status === 'DISCONNECTED') return err(domainError('ERR_WAPP_NOT_INITIALIZED'))
        return requestEvent(connectionId, 'stop')
      case 'report':
        return reportEvent(connectionId, state, pick(command, 'status', 'reason', 'number', 'retries'))
      case 'no-gateway': {
        const isAwaited = state.unanswered && state.request !== 'stop'
        if (state.status === 'DISCONNECTED' && !isAwaited) return ok([])
        const { number } = state
        return reportEvent(connectionId, state, { status: 'OPENING', reason: NO_GATEWAY, number, retries: 0 })
      }
    }
  },
}
