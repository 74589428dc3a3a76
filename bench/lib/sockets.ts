import { once } from 'node:events'
import { WebSocket } from 'ws'
import type { Agent } from './agents.js'
import { nowMs } from './stats.js'

/** Handshakes at the same time: more would measure the queue of the listening socket. */
const AT_ONCE = 50

export interface OpenSockets {
  readonly count: number
  /** how many were closed by the other side so far */
  readonly lost: () => number
  close(): Promise<void>
}

/** A frame as it came: what it is, and when, by `nowMs`. Parsing is the listener's business. */
export type OnText = (socket: number, text: string, at: number) => void

/** What an agent's screen listens to while its inbox is open. */
export const INBOX = ['joinNotification', 'joinTickets:open', 'joinTickets:pending'] as const

const frameOf = (room: string): string => {
  const [event, status] = room.split(':')
  return JSON.stringify(status === undefined ? { event } : { event, data: { status } })
}

const openOne = async (
  url: string,
  agent: Agent | null,
  rooms: readonly string[],
  onText: (text: string, at: number) => void,
): Promise<WebSocket> => {
  const socket = new WebSocket(`${url.replace(/^http/, 'ws')}/ws`, { perMessageDeflate: false })
  socket.on('error', () => {})
  await once(socket, 'open')
  if (agent !== null) {
    const ready = once(socket, 'message')
    socket.send(JSON.stringify({ event: 'authenticate', data: { token: agent.token } }))
    const [text] = await Promise.race([ready, once(socket, 'close').then(() => ['closed'])])
    if (!String(text).includes('"ready"')) throw new Error(`not signed in: ${String(text)}`)
    for (const room of rooms) socket.send(frameOf(room))
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
