import { WebSocket } from 'ws'
import type { Agent, Desk } from './desk.js'

export interface Frame {
  readonly event: string
  // biome-ignore lint/suspicious/noExplicitAny: tests look into frames of every channel
  readonly data: any
}

export interface Socket {
  readonly ws: WebSocket
  readonly frames: readonly Frame[]
  send(event: string, data?: unknown): void
  /** the first matching frame, past or future */
  waitFor(fits: (frame: Frame) => boolean, limitMs?: number): Promise<Frame>
  /** resolves when all frames sent before are handled: an invalid frame is answered */
  settled(): Promise<void>
  readonly closed: Promise<number>
  /** the server's reason */
  readonly reason: Promise<string>
  close(): void
}

/** Opens a socket without signing in. `from`: the client's address as a proxy on this machine forwards it. */
export const openSocket = async (
  desk: Pick<Desk, 'url'>,
  { from, ...options }: { origin?: string; from?: string } = {},
): Promise<Socket> => {
  const headers = from === undefined ? {} : { 'X-Forwarded-For': from }
  const ws = new WebSocket(`${desk.url.replace('http', 'ws')}/ws`, { ...options, headers })
  const frames: Frame[] = []
  const waiting = new Set<() => void>()
  const closed = new Promise<number>((resolve) => ws.once('close', resolve))
  const reason = new Promise<string>((resolve) => ws.once('close', (_code, text) => resolve(String(text))))
  ws.on('error', () => {})
  ws.on('message', (text) => {
    frames.push(JSON.parse(String(text)) as Frame)
    for (const look of [...waiting]) look()
  })
  await new Promise<void>((resolve, reject) => {
    ws.once('open', resolve)
    ws.once('error', reject)
  })
  const waitFor: Socket['waitFor'] = (fits, limitMs = 5000) =>
    new Promise((resolve, reject) => {
      const timer = setTimeout(() => {
        waiting.delete(look)
        reject(new Error(`no such frame among ${JSON.stringify(frames.map(({ event }) => event))}`))
      }, limitMs)
      const look = (): void => {
        const found = frames.find(fits)
        if (found === undefined) return
        waiting.delete(look)
        clearTimeout(timer)
        resolve(found)
      }
      waiting.add(look)
      look()
    })
  const send: Socket['send'] = (event, data) =>
    ws.send(JSON.stringify(data === undefined ? { event } : { event, data }))
  return {
    ws,
    frames,
    send,
    waitFor,
    settled: async () => {
      const errors = frames.filter(({ event }) => event === 'error').length
      send('joinChatBox', { ticketId: 999_999_999 })
      await waitFor(() => frames.filter(({ event }) => event === 'error').length > errors)
    },
    closed,
    reason,
    close: () => ws.close(),
  }
}

export const connectSocket = async (
  desk: Pick<Desk, 'url'>,
  agent: Agent,
  options: Parameters<typeof openSocket>[1] = {},
): Promise<Socket> => {
  const socket = await openSocket(desk, options)
  socket.send('authenticate', { token: agent.token })
  await socket.waitFor(({ event }) => event === 'ready')
  return socket
}
