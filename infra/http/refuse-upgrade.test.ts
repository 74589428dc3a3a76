import { once } from 'node:events'
import { createServer } from 'node:http'
import { type AddressInfo, connect, type Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals'
import { refuseUpgrade } from './refuse-upgrade.js'

describe('a refused upgrade', () => {
  let server = createServer()
  let refused: Duplex
  let client: Socket
  beforeEach(async () => {
    server = createServer()
    server.on('upgrade', (_, socket) => {
      refused = socket
      refuseUpgrade(socket, '503 Service Unavailable', 'Retry-After: 2')
    })
    await once(server.listen(0, '127.0.0.1'), 'listening')
    // This client never closes its side.
    client = connect({ port: (server.address() as AddressInfo).port, host: '127.0.0.1', allowHalfOpen: true })
    client.on('error', () => {})
    await once(client, 'connect')
  })
  afterEach(() => {
    client.destroy()
    server.close()
  })
  const ask = () =>
    client.write('GET /ws HTTP/1.1\r\nHost: a\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n')

  it('is answered, and does not delay the server’s close if its client keeps the connection', async () => {
    ask()
    const [answer] = await once(client, 'data')
    expect(String(answer)).toBe(
      'HTTP/1.1 503 Service Unavailable\r\nRetry-After: 2\r\nConnection: close\r\nContent-Length: 0\r\n\r\n',
    )
    await new Promise((resolve) => server.close(resolve))
  })

  it('causes no fault if its client resets the connection', async () => {
    ask()
    await once(server, 'upgrade')
    const isOver = new Promise((resolve) => refused.once('close', resolve))
    // An error event like that of the operating system. Without a listener it would end the process.
    refused.emit('error', Object.assign(new Error('read ECONNRESET'), { code: 'ECONNRESET' }))
    client.resetAndDestroy()
    await isOver
  })
})
