import type { Server } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import { err, ok, type Result } from '@guiche/contracts/result.js'
import type { Config } from '@guiche/infra/config/config.js'
import type { HttpAppDeps } from '@guiche/infra/http/app.js'
import { createHttpServer } from '@guiche/infra/http/server.js'

/** Longest wait for running calls at a stop, in ms. */
const DRAIN_MS = 5000

/** The HTTP server of a process, with its addresses. */
export interface Host {
  readonly server: Server
  /** address of this process, e.g. http://127.0.0.1:8080 */
  readonly address: string
  /** address for browsers: PUBLIC_URL, else the process's own */
  readonly publicUrl: string
  /** Accepts no more connections, and cuts all open connections. */
  close(): Promise<void>
  /** Accepts no more connections, and cuts the open ones after their running requests, or after 5 s. */
  drain(): Promise<void>
}

const listenOn = (server: Server, host: string, port: number): Promise<number> =>
  new Promise((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, host, () => resolve((server.address() as AddressInfo).port))
  })

/** Listens at HOST and PORT; nothing answers yet. An error is a sentence for the operator. */
export const openHost = async (
  config: Pick<Config, 'host' | 'port' | 'publicUrl'>,
): Promise<Result<Host, string>> => {
  const { host, port: wanted } = config
  const server = createHttpServer()
  /** all connections, also upgraded ones, which the server does not track */
  const open = new Set<Socket>()
  server.on('connection', (socket) => {
    open.add(socket)
    socket.once('close', () => open.delete(socket))
  })
  const port = await listenOn(server, host, wanted).catch((failure: NodeJS.ErrnoException) => failure)
  if (typeof port !== 'number') {
    return err(`${host}:${wanted} cannot be listened on (${port.code ?? port.message})`)
  }
  const address = `http://${host.includes(':') ? `[${host}]` : host}:${port}`
  const end = (graceMs: number): Promise<void> =>
    new Promise((resolve) => {
      const cut = setTimeout(() => {
        for (const socket of open) socket.destroy()
      }, graceMs)
      server.close(() => {
        clearTimeout(cut)
        resolve()
      })
      server.closeIdleConnections()
    })
  return ok({
    server,
    address,
    publicUrl: config.publicUrl ?? address,
    close: () => end(0),
    drain: () => end(DRAIN_MS),
  })
}

/** The HTTP app's part of the settings. */
export const httpConfigOf = (config: Config, publicUrl: string): HttpAppDeps['config'] => ({
  ...{ publicUrl, isNamed: config.publicUrl !== null },
  ...{ hstsSubdomains: config.hstsSubdomains, trustProxy: config.trustProxy },
  humanVerification: config.humanVerification.kind,
})

/** Runs all steps in order, also after a failure; rejects at the end with the first one. */
export const inOrder = async (steps: readonly (() => unknown)[]): Promise<void> => {
  const failures: unknown[] = []
  for (const step of steps) {
    try {
      await step()
    } catch (failure) {
      failures.push(failure)
    }
  }
  if (failures.length > 0) throw failures[0]
}
