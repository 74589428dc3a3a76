import type { WebSocket } from 'ws'
import type { Logger } from '../logger.js'
import type { BinaryNode } from './nodes.js'
import { createNoiseServer, type NoiseIdentity, type NoiseResult } from './noise.js'

/** A client's socket after the WebSocket upgrade. */
export type Connection = {
  readonly id: number
  readonly open: boolean
  /** Sends a stanza. On a closing socket the stanza is dropped silently. */
  send(node: BinaryNode): void
  /** Closes after all written data has been sent. */
  close(): void
  /** Closes the socket abruptly, without a closing handshake. */
  cut(): void
}

export type ConnectionEvents = {
  hello(connection: Connection, result: NoiseResult): void
  stanza(connection: Connection, node: BinaryNode): void
  closed(connection: Connection): void
}

let lastId = 0

/** Wraps a socket: runs the handshake and decodes stanzas. A protocol violation cuts the connection. */
export const createConnection = (
  socket: WebSocket,
  identity: NoiseIdentity,
  on: ConnectionEvents,
  logger: Logger,
): Connection => {
  lastId += 1
  const id = lastId
  const noise = createNoiseServer(identity, (bytes) => socket.send(bytes), {
    hello: (result) => on.hello(connection, result),
    stanza: (node) => on.stanza(connection, node),
  })
  const connection: Connection = {
    id,
    get open() {
      return socket.readyState === socket.OPEN
    },
    send(node) {
      if (socket.readyState === socket.OPEN) noise.send(node)
    },
    close: () => socket.close(),
    cut: () => socket.terminate(),
  }
  socket.on('message', (data: Buffer) => {
    noise.receive(Buffer.from(data)).catch((error: unknown) => {
      if (connection.open) logger.warn({ connection: id, error: String(error) }, 'protocol breach, line cut')
      socket.terminate()
    })
  })
  socket.on('close', () => on.closed(connection))
  socket.on('error', (error) => logger.debug({ connection: id, error: error.message }, 'socket error'))
  return connection
}
