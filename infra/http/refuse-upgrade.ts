import type { Duplex } from 'node:stream'

/**
 * Answers an upgrade that is not taken, e.g. `404 Not Found`, and lets go of the connection. After an upgrade nobody
 * else listens to its errors, so a client that resets it would end the process, and nobody else closes it, so a client
 * that leaves its half open would keep the server from ever closing. `headers`: lines without their ends.
 */
export const refuseUpgrade = (socket: Duplex, status: string, ...headers: readonly string[]): void => {
  socket.on('error', () => {})
  socket.once('finish', () => socket.destroy())
  const lines = [`HTTP/1.1 ${status}`, ...headers, 'Connection: close', 'Content-Length: 0', '', '']
  socket.end(lines.join('\r\n'))
}
