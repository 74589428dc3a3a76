import type { Duplex } from 'node:stream'

/**
 * Refuses an upgrade with a status, for example `404 Not Found`, and closes the socket. Node leaves the
 * socket of an upgrade to us: an unhandled error of the socket would end the process, and an open socket
 * would keep the server from closing.
 */
export const refuseUpgrade = (socket: Duplex, status: string, ...headers: readonly string[]): void => {
  socket.on('error', () => {})
  socket.once('finish', () => socket.destroy())
  const lines = [`HTTP/1.1 ${status}`, ...headers, 'Connection: close', 'Content-Length: 0', '', '']
  socket.end(lines.join('\r\n'))
}
