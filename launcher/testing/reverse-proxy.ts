import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Duplex } from 'node:stream'

/** Targets of requests: GET and `/ws` go to `queries`, all other methods to `commands`. */
export interface Targets {
  /** addresses of the running instances */
  commands(): readonly string[]
  queries(): readonly string[]
}

export interface ReverseProxy {
  readonly url: string
  close(): Promise<void>
}

/**
 * A reverse proxy that gives tests one origin. Each request goes to the next instance of its kind, or to
 * another instance if none listens there. A broken connection is a 502.
 */
export const startReverseProxy = async (targets: Targets): Promise<ReverseProxy> => {
  let turn = 0
  const roundRobin = (incoming: IncomingMessage): string[] => {
    const reads = incoming.method === 'GET' || incoming.method === 'HEAD'
    const all = reads ? targets.queries() : targets.commands()
    turn++
    return all.map((_, index) => all[(turn + index) % all.length] ?? '')
  }
  const ask = (target: string, incoming: IncomingMessage) => {
    const { hostname, port } = new URL(target)
    const { method, url: path, headers } = incoming
    return request({ hostname, port, method, path, headers })
  }
  const isNobody = (failure: unknown): boolean => (failure as { code?: string }).code === 'ECONNREFUSED'

  const pass = (incoming: IncomingMessage, body: Buffer, answer: ServerResponse, rest: string[]): void => {
    const [target, ...others] = rest
    if (target === undefined) {
      answer.writeHead(502).end()
      return
    }
    const asked = ask(target, incoming)
    asked.once('response', (response) => {
      answer.writeHead(response.statusCode ?? 502, response.headers)
      response.pipe(answer)
      response.once('error', () => answer.destroy())
    })
    asked.once('error', (failure) => {
      if (isNobody(failure)) pass(incoming, body, answer, others)
      else if (answer.headersSent) answer.destroy()
      else answer.writeHead(502).end()
    })
    asked.end(body)
  }

  const passUpgrade = (incoming: IncomingMessage, socket: Duplex, rest: string[]): void => {
    const [target, ...others] = rest
    if (target === undefined) return void socket.end('HTTP/1.1 502 Bad Gateway\r\n\r\n')
    const asked = ask(target, incoming)
    asked.once('upgrade', (response, upstream, head) => {
      const lines = response.rawHeaders.reduce(
        (text, part, index) => text + part + (index % 2 === 0 ? ': ' : '\r\n'),
        '',
      )
      socket.write(`HTTP/1.1 101 Switching Protocols\r\n${lines}\r\n`)
      socket.write(head)
      upstream.pipe(socket).pipe(upstream)
      for (const [one, other] of [
        [socket, upstream],
        [upstream, socket],
      ] as const) {
        one.once('error', () => other.destroy())
        one.once('close', () => other.destroy())
      }
    })
    asked.once('response', (response) => {
      response.resume()
      socket.end('HTTP/1.1 503 Service Unavailable\r\n\r\n')
    })
    asked.once('error', (failure) => {
      if (isNobody(failure)) passUpgrade(incoming, socket, others)
      else socket.destroy()
    })
    asked.end()
  }

  // Idle connections stay open, because a request during a close would fail.
  const server = createServer({ keepAliveTimeout: 0 }, (incoming, answer) => {
    const parts: Buffer[] = []
    incoming.on('data', (part: Buffer) => parts.push(part))
    incoming.once('end', () => pass(incoming, Buffer.concat(parts), answer, roundRobin(incoming)))
  })
  server.on('upgrade', (incoming, socket) => {
    socket.on('error', () => {})
    passUpgrade(incoming, socket, roundRobin(incoming))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}
