import { randomUUID } from 'node:crypto'
import { WebSocket } from 'ws'

export interface Answer<T = unknown> {
  readonly status: number
  readonly body: T
  readonly headers: Headers
}

/** A signed-in agent of a started product, over HTTP and WebSocket, like a browser. */
export interface Client {
  readonly token: string
  readonly user: { readonly id: number; readonly companyId: number; readonly name: string }
  readonly cookies: string
  get<T>(path: string): Promise<Answer<T>>
  post<T>(path: string, body?: unknown, key?: string): Promise<Answer<T>>
  put<T>(path: string, body?: unknown, key?: string): Promise<Answer<T>>
  delete<T>(path: string, key?: string): Promise<Answer<T>>
  upload<T>(path: string, form: FormData): Promise<Answer<T>>
  /** opens the socket, authenticates and waits for `ready` */
  socket(): Promise<Socket>
}

export interface Frame {
  readonly event: string
  // biome-ignore lint/suspicious/noExplicitAny: tests look into frames of every channel
  readonly data: any
}

export interface Socket {
  readonly frames: readonly Frame[]
  send(event: string, data?: unknown): void
  /** the first matching frame, past or future; rejects after the time limit */
  waitFor(fits: (frame: Frame) => boolean, limitMs?: number): Promise<Frame>
  readonly closed: Promise<number>
  close(): void
}

const openSocket = async (url: string, token: string): Promise<Socket> => {
  const socket = new WebSocket(`${url.replace(/^http/, 'ws')}/ws`, { origin: url })
  const frames: Frame[] = []
  const waiting = new Set<(frame: Frame) => void>()
  const closed = new Promise<number>((resolve) => socket.once('close', (code) => resolve(code)))
  socket.on('error', () => {})
  socket.on('message', (text) => {
    const parsed = JSON.parse(text.toString()) as Frame | Frame[]
    for (const frame of Array.isArray(parsed) ? parsed : [parsed]) {
      frames.push(frame)
      for (const check of waiting) check(frame)
    }
  })
  const opened: Socket = {
    frames,
    closed,
    send: (event, data) => socket.send(JSON.stringify(data === undefined ? { event } : { event, data })),
    waitFor: (fits, limitMs = 60_000) => {
      const past = frames.find(fits)
      if (past !== undefined) return Promise.resolve(past)
      return new Promise((resolve, reject) => {
        const done = (): void => {
          clearTimeout(timer)
          waiting.delete(check)
        }
        const check = (frame: Frame): void => {
          if (!fits(frame)) return
          done()
          resolve(frame)
        }
        const timer = setTimeout(() => {
          done()
          reject(new Error(`no such frame; seen: ${frames.map(({ event }) => event).join(', ')}`))
        }, limitMs)
        waiting.add(check)
      })
    },
    close: () => socket.close(),
  }
  await new Promise<void>((resolve, reject) => {
    socket.once('open', resolve)
    socket.once('error', reject)
  })
  opened.send('authenticate', { token })
  const refused = closed.then((code) => {
    throw new Error(`the socket was closed with ${code}: ${JSON.stringify(frames)}`)
  })
  refused.catch(() => undefined)
  await Promise.race([opened.waitFor((frame) => frame.event === 'ready'), refused])
  return opened
}

/** Signs in. Rejects if the login is refused. */
export const signIn = async (url: string, email: string, password: string): Promise<Client> => {
  const response = await fetch(`${url}/api/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email, password }),
  })
  if (response.status !== 200) throw new Error(`login: ${response.status} ${await response.text()}`)
  const { token, user } = (await response.json()) as Pick<Client, 'token' | 'user'>
  const cookies = response.headers
    .getSetCookie()
    .map((cookie) => cookie.split(';')[0])
    .join('; ')

  const call = async <T>(method: string, path: string, body?: unknown, key?: string): Promise<Answer<T>> => {
    const form = body instanceof FormData
    const answer = await fetch(`${url}/api${path}`, {
      method,
      headers: {
        authorization: `Bearer ${token}`,
        cookie: cookies,
        ...(method === 'GET' ? {} : { 'idempotency-key': key ?? randomUUID() }),
        ...(body === undefined || form ? {} : { 'content-type': 'application/json' }),
      },
      ...(body === undefined ? {} : { body: form ? body : JSON.stringify(body) }),
    })
    const text = await answer.text()
    const json = answer.headers.get('content-type')?.includes('json') === true && text !== ''
    return { status: answer.status, body: (json ? JSON.parse(text) : text) as T, headers: answer.headers }
  }
  return {
    token,
    user,
    cookies,
    get: (path) => call('GET', path),
    post: (path, body = {}, key) => call('POST', path, body, key),
    put: (path, body = {}, key) => call('PUT', path, body, key),
    delete: (path, key) => call('DELETE', path, undefined, key),
    upload: (path, form) => call('POST', path, form),
    socket: () => openSocket(url, token),
  }
}
