import type { ServerFrames } from '@guiche/contracts/realtime/realtime.js'
import { createRooms, type OutgoingFrame, type Room, type Rooms } from './rooms.js'
import type { SocketStatus } from './status.js'

/** The part of WebSocket that is used; tests have their own. */
export interface Wire {
  send(text: string): void
  close(): void
  onopen: (() => void) | null
  onmessage: ((event: { data: unknown }) => void) | null
  onclose: ((event: { readonly code: number }) => void) | null
}

/** The server's first frame. Earlier releases do not send `quietMs`. */
export type ReadyFrame = Partial<ServerFrames['ready']>

export interface SocketDeps {
  readonly open: () => Wire
  /** the access token, or null without a session */
  readonly token: () => string | null
  /** whether the token has expired; it is then renewed before a connection */
  readonly isOver: (token: string) => boolean
  /** renews the token; false if the session has ended */
  readonly renew: () => Promise<boolean>
  readonly hasNetwork: () => boolean
  readonly onStatus: (status: SocketStatus) => void
  /** every frame but `ready` and `error` */
  readonly onFrame: (event: string, data: unknown) => void
  /** connected, authenticated and in its rooms; `again` after a reconnection */
  readonly onReady: (again: boolean, ready: ReadyFrame) => void
  /** an error code of the server */
  readonly onError: (code: string) => void
  /** the server ended the session: no reconnection */
  readonly onEnded: () => void
  readonly later: (run: () => void, milliseconds: number) => () => void
  readonly random: () => number
}

/** Close code of a session that has ended. */
const SESSION_ENDED = 4403
const FIRST_WAIT = 400
const LONGEST_WAIT = 20_000
/**
 * The server sends a frame at least every 18 s; a socket silent for two of these intervals is dead, even if
 * it seems open.
 */
const LONGEST_SILENCE = 36_000

/**
 * Milliseconds before attempt n (0-based): doubling, half of it random, so that not all browsers reconnect at once
 * after a restart.
 */
export const waitBefore = (attempt: number, random: number): number =>
  Math.round(Math.min(FIRST_WAIT * 2 ** attempt, LONGEST_WAIT) * (0.5 + random / 2))

/** Keeps one connection to `/ws` while started; joins its rooms again after each reconnection. */
export const createSocket = (deps: SocketDeps) => {
  let wire: Wire | null = null
  let running = false
  /** the token was sent: later frames are accepted */
  let known = false
  let ready = false
  let wasReady = false
  let attempt = 0
  let cancelWait = (): void => undefined
  let cancelSilence = (): void => undefined

  const send = (frame: OutgoingFrame): void => wire?.send(JSON.stringify(frame))
  const joins = createRooms((frame) => known && send(frame))

  const retry = (): void => {
    if (!running) return
    deps.onStatus(deps.hasNetwork() ? 'reconnecting' : 'offline')
    cancelWait()
    cancelWait = deps.later(connect, waitBefore(attempt, deps.random()))
    attempt += 1
  }

  const closed = (): void => {
    wire = null
    known = false
    ready = false
    cancelSilence()
  }
  /** Drops a connection without waiting for the other side, which may not answer a close. */
  const lose = (): void => {
    const open = wire
    closed()
    open?.close()
    retry()
  }
  const heard = (): void => {
    cancelSilence()
    cancelSilence = deps.later(lose, LONGEST_SILENCE)
  }

  const receive = (text: unknown): void => {
    heard()
    const frame = JSON.parse(String(text)) as { event: string; data: unknown }
    if (frame.event === 'ready') {
      ready = true
      attempt = 0
      const again = wasReady
      wasReady = true
      deps.onStatus('online')
      deps.onReady(again, (frame.data as ReadyFrame | null) ?? {})
    } else if (frame.event === 'error') deps.onError((frame.data as { code?: string } | null)?.code ?? '')
    else deps.onFrame(frame.event, frame.data)
  }

  const connect = async (): Promise<void> => {
    const token = deps.token()
    if (!running || wire !== null || token === null) return
    if (deps.isOver(token) && !(await deps.renew())) return retry()
    // stopped, or opened by another call, during the renewal of the token
    if (!running || wire !== null) return
    const mine = deps.open()
    wire = mine
    heard()
    mine.onopen = () => {
      if (wire !== mine) return
      known = true
      send({ event: 'authenticate', data: { token: deps.token() } })
      for (const join of joins.all()) send(join)
    }
    mine.onmessage = ({ data }) => wire === mine && receive(data)
    mine.onclose = ({ code }) => {
      if (wire !== mine) return
      if (code !== SESSION_ENDED) return lose()
      closed()
      running = false
      deps.onStatus('idle')
      deps.onEnded()
    }
  }

  return {
    start: (): void => {
      if (running) return
      running = true
      attempt = 0
      deps.onStatus('connecting')
      void connect()
    },
    stop: (): void => {
      running = false
      wasReady = false
      cancelWait()
      const open = wire
      closed()
      open?.close()
      deps.onStatus('idle')
    },
    /** The network is back, or the page is visible again: no reason to wait. */
    hurry: (): void => {
      if (!running || wire !== null) return
      cancelWait()
      attempt = 0
      void connect()
    },
    /** The network is down: a socket that seems open is dead. */
    drop: (): void => {
      if (wire !== null) lose()
    },
    join: <R extends Room>(room: R, data: Rooms[R]): (() => void) => joins.join(room, data),
    /** Sends a frame if connected; otherwise the frame (presence) is dropped. */
    tell: (frame: OutgoingFrame): void => {
      if (ready) send(frame)
    },
  }
}
export type Socket = ReturnType<typeof createSocket>
