import { once } from 'node:events'
import { type RawData, WebSocket } from 'ws'
import type { Agent } from './agents.js'
import { nowMs } from './stats.js'

/** Handshakes at the same time: more would measure the queue of the listening socket. */
const AT_ONCE = 50
/** A socket that takes longer than this to open, or to be ready, ends the scenario. */
const READY_MS = 30_000

export interface OpenSockets {
  readonly count: number
  /** how many were closed by the other side so far */
  readonly lost: () => number
  close(): Promise<void>
}

/** A received frame: its text, and its time by `nowMs`. The listener parses it. */
export type OnText = (socket: number, text: string, at: number) => void

/** Rooms that a browser joins while the inbox is open. */
export const INBOX = ['joinNotification', 'joinTickets:open', 'joinTickets:pending'] as const

const frameOf = (room: string): string => {
  const [event, status] = room.split(':')
  return JSON.stringify(status === undefined ? { event } : { event, data: { status } })
}

/** Resolves with the frame `ready`. Other frames, such as those of users who come online, may be sent before it. */
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
    // the server joins these rooms before it sends `ready`
    for (const room of rooms) socket.send(frameOf(room))
    await ready
  }
  socket.on('message', (data) => {
    const at = nowMs()
    onText(data.toString(), at)
  })
  return socket
}

/** Opens a socket for each agent, signed in and in these rooms; with null, a bare socket without a word. */
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
