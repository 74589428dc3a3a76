import { once } from 'node:events'
import { connect } from 'node:net'
import { describe, expect, it } from '@jest/globals'
import { openDesk } from '../testing/desk.js'

describe('/ws at the end of a process', () => {
  it('cuts also who answers the goodbye with a broken frame', async () => {
    const desk = await openDesk()
    const client = connect({ host: '127.0.0.1', port: Number(new URL(desk.url).port), allowHalfOpen: true })
    client.write(
      'GET /ws HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n',
    )
    expect(String((await once(client, 'data'))[0])).toMatch(/^HTTP\/1.1 101 /)
    // a text frame without a mask, which the protocol forbids
    client.once('data', () => client.write(Buffer.of(0x81, 0x00)))
    await desk.close()
    expect(desk.queryApi.sockets()).toBe(0)
    client.destroy()
  })
})
