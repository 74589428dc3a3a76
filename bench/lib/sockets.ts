import { once } from 'node:events'
import { type RawData, WebSocket } from 'ws'
import type { Agent } from './agents.js'
import { nowMs } from './stats.js'

/** Concurrent handshakes. More would measure the queue of the listening socket. */
const AT_ONCE = 50
/** The scenario fails if a socket takes longer until it is open and ready. */
const READY_MS = 30_000

export interface OpenSockets {
  readonly count: number
  /** number of sockets that the server has closed so far */
  readonly lost: () => number
  close(): Promise<void>
}

/** A received frame: its text, and its time by `nowMs`. The text is not parsed yet. */
export type OnText = (socket: number, text: string, at: number) => void

/** Rooms that a browser joins while the inbox is open. */
export const INBOX_ROOMS = ['joinNotification', 'joinTickets:open', 'joinTickets:pending'] as const

const frameOf = (room: string): string => {
  const [event, status] = room.split(':')
  return JSON.stringify(status === undefined ? { event } : { event, data: { status } })
}

/** Resolves with the frame `ready`. Other frames may come earlier, such as those of users who come online. */
const untilReady = (socket: WebSocket): Promise<void> =>
  new Promise((resolve, reject) => {
    const end = (failure?: string): void => {
      clearTimeout(timer)
      socket.off('message', listen)
      socket.off('close', closed)
      if (failure === undefined) resolve()
      else reject(new Error(failure))
    }
    const listen = (data: RawData): void => {
      const text = data.toString()
      if (text.startsWith('{"event":"ready"')) end()
      else if (text.startsWith('{"event":"error"')) end(`a socket was refused: ${text}`)
    }
    const closed = (code: number): void => end(`a socket was closed with ${code} before it was ready`)
    const timer = setTimeout(() => end(`a socket was not ready within ${READY_MS / 1000} s`), READY_MS)
    socket.on('message', listen)
    socket.on('close', closed)
  })

const openOne = async (
  url: string,
  agent: Agent | null,
  rooms: readonly string[],
  onText: (text: string, at: number) => void,
): Promise<WebSocket> => {
  const options = { perMessageDeflate: false, handshakeTimeout: READY_MS }
  const socket = new WebSocket(`${url.replace(/^http/, 'ws')}/ws`, options)
  await once(socket, 'open')
  socket.on('error', () => {})
  if (agent !== null) {
    const ready = untilReady(socket)
    socket.send(JSON.stringify({ event: 'authenticate', data: { token: agent.token } }))
    // The server joins these rooms before it sends `ready`.
    for (const room of rooms) socket.send(frameOf(room))
    await ready
  }
  socket.on('message', (data) => {
    const at = nowMs()
    onText(data.toString(), at)
  })
  return socket
}

/** Opens a signed-in socket in these rooms for each agent. Null opens a bare socket that sends nothing. */
export const openSockets = async (
  url: string,
  agents: readonly (Agent | null)[],
  rooms: readonly string[],
  onText: OnText,
): Promise<OpenSockets> => {
  const sockets: WebSocket[] = []
  let lost = 0
  let closing = false
  let next = 0
  const open = async (): Promise<void> => {
    for (let index = next++; index < agents.length; index = next++) {
      const socket = await openOne(url, agents[index] ?? null, rooms, (text, at) => onText(index, text, at))
      socket.once('close', () => {
        if (!closing) lost += 1
      })
      sockets.push(socket)
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, open))
  return {
    count: sockets.length,
    lost: () => lost,
    close: async () => {
      closing = true
      const ended = sockets
        .filter(({ readyState }) => readyState !== WebSocket.CLOSED)
        .map((one) => once(one, 'close'))
      for (const socket of sockets) socket.terminate()
      await Promise.all(ended)
    },
  }
}
