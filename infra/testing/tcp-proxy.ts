import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { setTimeout } from 'node:timers/promises'
import { createServer as createTlsServer } from 'node:tls'

export interface TcpProxy {
  /** port on this machine */
  readonly port: number
  /** number of open connections */
  connections(): number
  /** Cuts every connection and refuses new ones, until `mend`. */
  cut(): void
  /** Delays all data in both directions by `ms`, in order, until `mend`. */
  slow(ms: number): void
  /** Accepts connections but holds all data, until `mend` releases it. */
  stall(): void
  mend(): void
  close(): Promise<void>
}

/** Transforms the data from the client or from the server: gives the pieces to forward. */
export interface Passage {
  there(chunk: Buffer): readonly Buffer[]
  back(chunk: Buffer): readonly Buffer[]
}

/** The connection that a passage transforms. */
export interface Connection {
  /** the proxy's port */
  readonly port: number
  /** Responds to the client in place of the server. */
  answer(piece: Buffer): void
  /** Cuts the connection. */
  end(): void
}

export interface TcpProxyOptions {
  /** transforms the data of each connection */
  readonly passage?: (connection: Connection) => Passage
  /** TLS of the client's side, both in PEM; the proxy terminates TLS */
  readonly tls?: { readonly key: string; readonly cert: string }
}

const AS_IT_IS: Passage = { there: (chunk) => [chunk], back: (chunk) => [chunk] }

/** A TCP proxy on loopback to a server that other clients use, too. Its faults affect only clients of the proxy. */
export const startTcpProxy = async (
  target: { readonly host: string; readonly port: number },
  { passage = () => AS_IT_IS, tls }: TcpProxyOptions = {},
): Promise<TcpProxy> => {
  const open = new Set<Socket>()
  let away = false
  let delay = 0
  let stalled: Promise<void> | null = null
  let release: () => void = () => undefined

  const carry = async (from: Socket, to: Socket, change: (chunk: Buffer) => readonly Buffer[]) => {
    for await (const chunk of from) {
      if (delay > 0) await setTimeout(delay)
      while (stalled !== null) await stalled
      for (const piece of change(chunk)) if (!to.write(piece)) await once(to, 'drain')
    }
  }
  const receive = (client: Socket): void => {
    if (away) return void client.destroy()
    const upstream = connect({ ...target, noDelay: true })
    const end = (): void => {
      open.delete(client)
      client.destroy()
      upstream.destroy()
    }
    open.add(client)
    for (const socket of [client, upstream]) socket.on('error', end).on('close', end)
    const { there, back } = passage({ port, end, answer: (piece) => void client.write(piece) })
    carry(client, upstream, there).catch(end)
    carry(upstream, client, back).catch(end)
  }
  const server =
    tls === undefined
      ? createServer({ noDelay: true }, receive)
      : createTlsServer(tls, receive).on('tlsClientError', () => undefined)
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo

  const mend = (): void => {
    away = false
    delay = 0
    stalled = null
    release()
  }
  const cut = (): void => {
    away = true
    for (const socket of open) socket.destroy()
  }
  return {
    port,
    connections: () => open.size,
    cut,
    slow: (ms) => {
      delay = ms
    },
    stall: () => {
      stalled ??= new Promise((resolve) => {
        release = resolve
      })
    },
    mend,
    close: async () => {
      mend()
      cut()
      server.close()
      await once(server, 'close')
    },
  }
}
