import { once } from 'node:events'
import { connect } from 'node:net'
import { describe, expect, it } from '@jest/globals'
import { openHost } from './host.js'

describe('an HTTP host', () => {
  it('closes upgraded connections at its end', async () => {
    const opened = await openHost({ host: '127.0.0.1', port: 0, publicUrl: null })
    if (!opened.ok) throw new Error(opened.error)
    const { server, address, close } = opened.value
    server.on('upgrade', (_, socket) => socket.write('HTTP/1.1 101 Switching Protocols\r\n\r\n'))
    const client = connect({ host: '127.0.0.1', port: Number(new URL(address).port), allowHalfOpen: true })
    client.write('GET / HTTP/1.1\r\nHost: a\r\nConnection: Upgrade\r\nUpgrade: anything\r\n\r\n')
    await once(client, 'data')
    await close()
    expect(server.listening).toBe(false)
    client.destroy()
  })
})
