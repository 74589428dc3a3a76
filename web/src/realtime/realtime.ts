import { setupListeners } from '@reduxjs/toolkit/query'
import { readAgain } from '../api/base-api.js'
import { positions } from '../api/position.js'
import { isRefusal, refresh } from '../api/query.js'
import { reportArrivals } from '../api/record-arrivals.js'
import { loggedOut } from '../api/session.js'
import { ALL_TAGS, type Tag } from '../api/tags.js'
import { claimsOf } from '../api/token.js'
import type { AppDispatch, RootState } from '../app/store.js'
import { isAway, onActivity, watchActivity } from '../base/activity.js'
import { serverAwayChanged } from '../base/lazy-page.js'
import { reloadOnce } from '../base/reload-once.js'
import { applyFrame, type FramePatches } from './patches.js'
import { createSocket, type Wire } from './socket.js'
import { staleChanged, statusChanged } from './status.js'

/**
 * Maximum of a random delay before reading again, in ms: after a restart a whole company reconnects at once.
 */
const REFETCH_JITTER = 1500
const STATUS_PING = 300_000
const REFETCH_PAUSE = 1000

const runLater = (run: () => void, milliseconds: number): (() => void) => {
  const timer = setTimeout(run, milliseconds)
  return () => clearTimeout(timer)
}

/** Whether a JWT has expired, or expires within a few seconds. */
const isOver = (token: string): boolean => {
  const { exp } = claimsOf(token)
  return typeof exp === 'number' && exp * 1000 < Date.now() + 5000
}

/** Dependencies of the connection, given at the start; no frame arrives earlier. */
interface Client {
  readonly dispatch: AppDispatch
  readonly getState: () => RootState
  /** effects of frames on the caches */
  readonly patches: readonly FramePatches[]
  /** called after a reconnection, once all data is up to date */
  readonly onBack: () => void
}
let client: Client

let refetchMounted = (): void => undefined

const stale = new Set<Tag>()
const refetchTag = (tag: Tag): void => {
  if (stale.size === 0) {
    runLater(() => {
      const tags = [...stale]
      stale.clear()
      client.dispatch(readAgain(tags))
    }, REFETCH_PAUSE)
  }
  stale.add(tag)
}

/** After a reconnection: reads missed data, repeats failed work, and resolves waiters for frames. */
const goOn = (): void => {
  runLater(refetchMounted, Math.random() * REFETCH_JITTER)
  client.onBack()
  reportArrivals(null)
}

/** Handles frames about the begin and end of an outage behind the server. */
const takeStale = (data: unknown): void => {
  const stale = Number((data as { seconds?: unknown } | null)?.seconds) > 0
  const wasStale = client.getState().realtime.stale
  client.dispatch(staleChanged(stale))
  if (wasStale && !stale) goOn()
}

/** Ends the session here, unless a frame has given the reason already. */
const endSession = (): void => {
  const { realtime, session } = client.getState()
  if (realtime.ending || session.user === null) return
  client.dispatch(loggedOut({ status: 401, code: 'ERR_SESSION_EXPIRED' }))
}

/**
 * Renews the session; a refused session ends here, with the reason. The administrator of a blocked company
 * keeps the session.
 */
const renewSession = async (): Promise<boolean> => {
  const failure = await client.dispatch(refresh())
  if (failure !== null && isRefusal(failure)) client.dispatch(loggedOut(failure))
  return failure === null
}

const socket = createSocket({
  open: () => new WebSocket(`${location.origin.replace(/^http/, 'ws')}/ws`) as unknown as Wire,
  token: () => client.getState().session.token,
  isOver,
  renew: renewSession,
  hasNetwork: () => navigator.onLine,
  onStatus: (status) => {
    serverAwayChanged(status === 'offline' || status === 'reconnecting')
    client.dispatch(statusChanged(status))
  },
  onFrame: (event, data) =>
    event === 'stale'
      ? takeStale(data)
      : applyFrame(event, data, client.patches, { ...client, refetch: refetchTag }),
  onReady: (again, { position = null, quietMs = 0 }) => {
    positions.reached(position)
    // a former outage may be over; otherwise the server announces it again
    client.dispatch(staleChanged(false))
    if (isAway()) tellStatus()
    if (again) goOn()
    // reads again: a change between the read of a list and the join of its rooms is in neither
    else if (quietMs < performance.now() - startedAt) client.dispatch(readAgain(ALL_TAGS))
  },
  onError: (code) => {
    // the token had not expired
    if (code === 'ERR_INVALID_TOKEN') reloadOnce('token')
    else if (code === 'ERR_SESSION_EXPIRED') endSession()
    // a blocked company: the answer has the reason, and how to pay
    else if (code.startsWith('ERR_COMPANY_')) void renewSession()
  },
  onEnded: endSession,
  later: runLater,
  random: Math.random,
})

/** Time of the sign-in by the page's clock; lists are read from then on. */
let startedAt = 0

const tellStatus = (): void => socket.tell({ event: 'userStatus', data: { away: isAway() } })

/** Connects while a user is signed in; gives a function that disconnects. Called once, by the shell. */
export const startRealtime =
  ({ patches, onBack }: Pick<Client, 'patches' | 'onBack'>) =>
  (dispatch: AppDispatch, getState: () => RootState): (() => void) => {
    client = { dispatch, getState, patches, onBack }
    const unsee = setupListeners(dispatch, (_dispatch, { onOnline, onFocus, onFocusLost }) => {
      refetchMounted = () => void dispatch(onOnline())
      // polling queries pause in a window that is not visible
      const look = () => void dispatch(document.visibilityState === 'visible' ? onFocus() : onFocusLost())
      look()
      document.addEventListener('visibilitychange', look)
      return () => document.removeEventListener('visibilitychange', look)
    })
    const hurry = () => socket.hurry()
    const drop = () => socket.drop()
    const seen = () => document.visibilityState === 'visible' && socket.hurry()
    addEventListener('online', hurry)
    addEventListener('offline', drop)
    document.addEventListener('visibilitychange', seen)
    startedAt = performance.now()
    const ping = setInterval(tellStatus, STATUS_PING)
    const unwatch = watchActivity()
    const unlisten = onActivity(tellStatus)
    socket.start()
    return () => {
      removeEventListener('online', hurry)
      removeEventListener('offline', drop)
      document.removeEventListener('visibilitychange', seen)
      clearInterval(ping)
      unsee()
      unwatch()
      unlisten()
      socket.stop()
    }
  }

/**
 * Joins a room until the returned function is called. Joins are counted, and repeated after a reconnection.
 */
export const joinRoom = socket.join

/**
 * Sends the agent's activity on a ticket to colleagues and the contact. Signals are dropped while
 * disconnected.
 */
export const tellPresence = (ticketId: number, state: 'viewing' | 'typing' | 'recording' | 'left'): void =>
  socket.tell({ event: 'ticketPresence', data: { ticketId, state } })
