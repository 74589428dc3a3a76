import type { Client } from './client.js'

/** A message on a simulated phone. `ack` of own messages: sent, delivered, read. */
export interface PhoneMessage {
  readonly id: string
  readonly chat: string
  readonly author: string
  readonly kind: string
  readonly text?: string
  readonly status?: string
  readonly [field: string]: unknown
}

/** The simulated phones of a started product, through its control API. */
export interface Phones {
  call<T>(method: string, path: string, body?: unknown): Promise<T>
  add(number: string, name: string, kind?: 'customer' | 'own'): Promise<void>
  /** scans the QR code of a connection as soon as it shows one */
  scan(ownNumber: string, connectionId: number): Promise<void>
  /** gives the message's WhatsApp id */
  text(from: string, to: string, text: string): Promise<string>
  /** `broken`: encrypted so that nobody can decrypt it */
  edit(from: string, id: string, text: string, form?: 'sealed' | 'broken'): Promise<void>
  document(from: string, to: string, name: string, content: string): Promise<void>
  messages(number: string, chat: string): Promise<PhoneMessage[]>
  /** Resolves with the first result of `probe` that is not undefined. Probes again after each event of any phone. */
  until<T>(probe: () => Promise<T | undefined>, limitMs?: number): Promise<T>
  close(): void
}

/** Connects to the control API as a super user. */
export const connectPhones = async (url: string, client: Pick<Client, 'cookies'>): Promise<Phones> => {
  const call = async <T>(method: string, path: string, body?: unknown): Promise<T> => {
    const response = await fetch(`${url}/simulator${path}`, {
      method,
      headers: {
        cookie: client.cookies,
        ...(body === undefined || body instanceof Blob ? {} : { 'content-type': 'application/json' }),
      },
      ...(body === undefined ? {} : { body: body instanceof Blob ? body : JSON.stringify(body) }),
    })
    const text = await response.text()
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${text}`)
    return (text === '' ? undefined : JSON.parse(text)) as T
  }

  const stopping = new AbortController()
  const woken = new Set<() => void>()
  const stream = await fetch(`${url}/simulator/events`, {
    headers: { cookie: client.cookies },
    signal: stopping.signal,
  })
  const listen = async (): Promise<void> => {
    for await (const _chunk of stream.body ?? []) for (const wake of woken) wake()
  }
  listen().catch(() => undefined)

  const until = <T>(probe: () => Promise<T | undefined>, limitMs = 60_000): Promise<T> =>
    new Promise((resolve, reject) => {
      let running = false
      let again = false
      const finish = (end: () => void): void => {
        clearTimeout(limit)
        clearInterval(heartbeat)
        woken.delete(look)
        end()
      }
      const look = (): void => {
        if (running) {
          again = true
          return
        }
        running = true
        probe().then(
          (found) => {
            running = false
            if (found !== undefined) finish(() => resolve(found))
            else if (again) {
              again = false
              look()
            }
          },
          (failure: unknown) => finish(() => reject(failure)),
        )
      }
      // A QR code appears without an event on a phone, so also look at an interval.
      const heartbeat = setInterval(look, 250)
      const limit = setTimeout(() => finish(() => reject(new Error('it did not happen in time'))), limitMs)
      woken.add(look)
      look()
    })

  return {
    call,
    until,
    add: (number, name, kind = 'customer') => call('POST', '/phones', { number, name, kind }),
    scan: async (ownNumber, connectionId) => {
      const waiting = await until(async () => {
        const pending = await call<{ connectionId: number; qr: string }[]>('GET', '/pending')
        return pending.find((one) => one.connectionId === connectionId)
      })
      await call('POST', `/phones/${ownNumber}/scan`, { qr: waiting.qr })
    },
    text: async (from, to, text) =>
      (await call<{ id: string }>('POST', `/phones/${from}/chats/${to}/texts`, { text })).id,
    edit: (from, id, text, form = 'sealed') =>
      call('PUT', `/phones/${from}/messages/${id}/text`, { text, form }),
    document: async (from, to, name, content) => {
      const query = new URLSearchParams({ kind: 'document', name })
      const file = new Blob([content], { type: 'application/pdf' })
      await call('POST', `/phones/${from}/chats/${to}/files?${query}`, file)
    },
    messages: (number, chat) => call('GET', `/phones/${number}/chats/${chat}/messages`),
    close: () => stopping.abort(),
  }
}
