import { once } from 'node:events'
import type { RequestListener } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { createHttpServer } from './server.js'

describe('rule 10: a slow or silent client', () => {
  const limits = { headersMs: 200, requestMs: 400, idleMs: 300, keepAliveMs: 600, restMs: 100 }
  const server = createHttpServer(limits)
  /** ends no request by its length, so that only the limit of an unread rest can end one */
  const patient = createHttpServer({ ...limits, headersMs: 600_000, requestMs: 600_000 })
  const answer: RequestListener = (request, response) => {
    if (request.url === '/refused') {
      request.resume()
      response.writeHead(413).end()
      return
    }
    request.resume()
    request.once('end', () => response.end('done'))
    request.once('error', () => {})
  }
  beforeAll(async () => {
    for (const one of [server, patient]) {
      one.on('request', answer).listen(0, '127.0.0.1')
      await once(one, 'listening')
    }
  })
  afterAll(() => {
    server.close()
    patient.close()
  })

  /** Sends text, and again later. Gives everything received until the server closes the connection. */
  const speak = async (first: string, again = '', to = server): Promise<string> => {
    const socket = connect((to.address() as AddressInfo).port, '127.0.0.1')
    let heard = ''
    socket.on('data', (chunk) => {
      heard += chunk
    })
    socket.on('error', () => {})
    socket.write(first)
    const drip = again === '' ? undefined : setInterval(() => socket.write(again), 50)
    // `once` would reject on an error, and a write to a server that has just closed causes one.
    await new Promise<void>((resolve) => socket.once('close', () => resolve()))
    clearInterval(drip)
    return heard
  }

  it.each([
    ['half a header', 'GET / HTTP/1.1\r\nHost: x\r\nX-', ''],
    ['a header that never ends', 'GET / HTTP/1.1\r\nHost: x\r\nX-', 'a'],
    ['half a body', 'POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 9\r\n\r\nab', ''],
    ['a body that never ends', 'POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 999999\r\n\r\n', 'a'],
    ['nothing', '', ''],
  ])('is cut off: %s', async (_, first, again) => {
    expect(await speak(first, again)).not.toContain('200 OK')
  })

  it('loses its connection once its endless body is refused', async () => {
    const head = 'POST /refused HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n'
    expect(await speak(head, '3\r\nabc\r\n', patient)).toContain('413 Payload Too Large')
  })

  it('keeps its connection if its refused body ends', async () => {
    const head = 'POST /refused HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n'
    const heard = await speak(
      `${head}3\r\nabc\r\n0\r\n\r\nGET / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`,
    )
    expect(heard).toMatch(/413 .*200 OK/s)
  })

  it('does not keep other clients from an answer', async () => {
    expect(await speak('GET / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n')).toContain('200 OK')
  })

  it('keeps its connection between two requests until the idle limit', async () => {
    const since = performance.now()
    expect(await speak('GET / HTTP/1.1\r\nHost: x\r\n\r\n')).toContain('200 OK')
    expect(performance.now() - since).toBeGreaterThan(500)
  })

  it('does not lose a proxy’s connection within two minutes', () => {
    expect(createHttpServer().keepAliveTimeout).toBeGreaterThan(120_000)
  })
})
