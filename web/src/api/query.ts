import type { SessionRecord } from '@guiche/contracts/views/session.js'
import type { BaseQueryApi, BaseQueryFn } from '@reduxjs/toolkit/query'
import { type ApiError, toApiError } from './errors.js'
import { newId } from './ids.js'
import { positions } from './position.js'
import type { Request } from './request.js'
import { type RawAnswer, sendOnce } from './send.js'
import { loggedOut, type SessionState, signedIn } from './session.js'

export interface Options {
  /** for a command that shows its failures itself */
  readonly quiet?: boolean
  /** for a query by a button: its failures show a toast, like those of commands */
  readonly told?: boolean
  /** a failed refresh or 401 does not end the session (login, refresh) */
  readonly anonymous?: boolean
}
export interface Meta {
  /** whether the shared handler shows a failure */
  readonly told: boolean
  /** X-Position of the answer, or null */
  readonly position: string | null
  /** X-Message-Id of a send, or null */
  readonly messageId: string | null
  /** answered 202: accepted, not shown yet */
  readonly accepted: boolean
  /** the command deletes something */
  readonly deletes: boolean
}

const sessionOf = (getState: BaseQueryApi['getState']): SessionState =>
  (getState() as { session: SessionState }).session

/** Whether a renewal has failed finally: the session is over, or belongs to another user. */
export const isRefusal = ({ status }: ApiError): boolean => status >= 400 && status < 500 && status !== 429

let refreshing: Promise<ApiError | null> | null = null

/**
 * Renews the access token; concurrent callers share one call. Gives the error, or null. All tabs share the
 * cookie: if another tab signed in as another user, this tab's session is over. A super user who starts or
 * ends a visit continues at that desk.
 */
export const refresh =
  () =>
  (dispatch: BaseQueryApi['dispatch'], getState: BaseQueryApi['getState']): Promise<ApiError | null> => {
    const run = async (): Promise<ApiError | null> => {
      const answer = await sendOnce(
        { url: '/auth/refresh_token', method: 'POST', idempotencyKey: newId() },
        null,
      )
      if (answer.status !== 200) return toApiError(answer.status, answer.body)
      const renewed = answer.body as SessionRecord
      const { user, visit } = sessionOf(getState)
      if (user !== null && user.id !== renewed.user.id) {
        if (visit === null && renewed.visit === undefined) return { status: 401, code: 'ERR_SESSION_EXPIRED' }
        // A visit has begun or ended: reloads the page, so that nothing of the other desk remains.
        location.assign('/')
        return new Promise(() => undefined)
      }
      dispatch(signedIn(renewed))
      return null
    }
    refreshing ??= run().finally(() => {
      refreshing = null
    })
    return refreshing
  }

/**
 * Maximum of repetitions: while one of several servers restarts, half of all calls may reach it for some
 * seconds.
 */
const MAX_REPETITIONS = 3

/**
 * Repeats a call when a restarting or busy server asks for it; the same key makes the repetition harmless.
 */
const sendPatiently = async (
  request: Request,
  token: string | null,
  signal: AbortSignal,
): Promise<RawAnswer> => {
  let sent = await sendOnce(request, token, signal)
  for (let n = 0; n < MAX_REPETITIONS && sent.status === 503 && sent.retryAfter !== null; n++) {
    const pause = Math.min(sent.retryAfter, 5) * 1000 + Math.random() * 500
    await new Promise((resolve) => setTimeout(resolve, pause))
    if (signal.aborted) break
    sent = await sendOnce(request, token, signal)
  }
  return sent
}

/**
 * RTK Query's base query. The Bearer token is in memory. A 403 renews the token once and replays the call with the same
 * Idempotency-Key; a 401 ends the session. Writes remember X-Position, and later reads ask for it.
 */
export const query: BaseQueryFn<Request, unknown, ApiError, Options | undefined, Meta> = async (
  given,
  api,
  options,
) => {
  const writes = given.method !== undefined && given.method !== 'GET'
  const request = writes ? { ...given, idempotencyKey: given.idempotencyKey ?? newId() } : given
  const token = sessionOf(api.getState).token
  let answer = await sendPatiently(request, token, api.signal)

  if (answer.status === 403 && !options?.anonymous && token !== null) {
    // another call may have renewed the token already
    const current = sessionOf(api.getState).token
    const failure = current === token ? await api.dispatch(refresh()) : null
    if (failure === null) answer = await sendPatiently(request, sessionOf(api.getState).token, api.signal)
    else if (isRefusal(failure)) api.dispatch(loggedOut(failure))
  }
  if (answer.status === 401 && !options?.anonymous) api.dispatch(loggedOut(toApiError(401, answer.body)))
  if (writes) positions.reached(answer.position)

  const meta: Meta = {
    told: writes ? options?.quiet !== true : options?.told === true,
    position: answer.position,
    messageId: answer.messageId,
    accepted: answer.status === 202,
    deletes: given.method === 'DELETE',
  }
  return answer.status >= 200 && answer.status < 300
    ? { data: answer.body, meta }
    : { error: toApiError(answer.status, answer.body), meta }
}
