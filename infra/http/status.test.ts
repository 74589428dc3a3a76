import { createServer, request, type Server } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { networkInterfaces } from 'node:os'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { createStatusApp, type HealthReport } from './status.js'

const SECRET = 'a-secret-for-the-reader-of-metrics'
const metricsText = async () => ({ type: 'text/plain; version=0.0.4', body: 'guiche_sockets 3\n' })

/** A non-loopback address of this machine; null without one. */
const outsideAddress = (): string | null =>
  Object.values(networkInterfaces())
    .flat()
    .find((one) => one?.family === 'IPv4' && !one.internal)?.address ?? null

describe('the metrics', () => {
  const servers: Server[] = []
  const serve = async (token: string | null, report: HealthReport = { ready: true }): Promise<number> => {
    const app = createStatusApp({ health: async () => report, metrics: { text: metricsText, token } })
    const server = createServer(app)
    servers.push(server)
    await new Promise<void>((resolve) => server.listen(0, resolve))
    return (server.address() as AddressInfo).port
  }
  let open: number
  let guarded: number
  beforeAll(async () => {
    open = await serve(null)
    guarded = await serve(SECRET)
  })
  afterAll(() => Promise.all(servers.map((server) => new Promise((resolve) => server.close(resolve)))))

  const read = (port: number, headers: Record<string, string> = {}, host = '127.0.0.1', path = '/metrics') =>
    new Promise<{ status: number; body: string }>((resolve, reject) => {
      request({ host, port, path, headers }, (response) => {
        let body = ''
        response.on('data', (part) => {
          body += part
        })
        response.on('end', () => resolve({ status: response.statusCode ?? 0, body }))
      })
        .on('error', reject)
        .end()
    })
  const REFUSED = { status: 403, body: '{"error":"ERR_NO_PERMISSION"}' }
  const SHOWN = { status: 200, body: 'guiche_sockets 3\n' }

  it('are readable from this machine', async () => {
    expect(await read(open)).toEqual(SHOWN)
    expect(await read(open, { host: 'localhost:8080' })).toEqual(SHOWN)
    expect(await read(guarded)).toEqual(SHOWN)
  })

  it.each([
    ['X-Forwarded-For', { 'X-Forwarded-For': '127.0.0.1' }],
    ['an empty X-Forwarded-For', { 'X-Forwarded-For': '' }],
    ['Forwarded', { Forwarded: 'for=127.0.0.1' }],
    ['X-Real-IP', { 'X-Real-IP': '127.0.0.1' }],
    ['Via', { Via: '1.1 proxy' }],
    ['the name of the desk', { host: 'desk.example' }],
    ['a name that only begins like ours', { host: 'localhost.example' }],
  ])('are refused to requests through a proxy on this machine: %s', async (_name, headers) => {
    expect(await read(open, headers)).toEqual(REFUSED)
    expect(await read(guarded, headers)).toEqual(REFUSED)
  })

  it('are readable with the bearer token, also through a proxy', async () => {
    const headers = { 'X-Forwarded-For': '10.0.0.9', host: 'desk.example' }
    expect(await read(guarded, { ...headers, authorization: `Bearer ${SECRET}` })).toEqual(SHOWN)
  })

  it.each(['Bearer wrong', `Bearer ${SECRET}x`, 'Bearer null', 'Bearer undefined'])(
    'are refused with another token: %s',
    async (authorization) => {
      expect(await read(guarded, { authorization })).toEqual(REFUSED)
      expect(await read(open, { authorization })).toEqual(REFUSED)
    },
  )

  it('and missing engines are hidden from others, who see the status alone', async () => {
    const port = await serve(SECRET, { ready: false, missing: ['event-bus'], checks: { views: {} } })
    const status = { status: 'not ready' }
    const ready = async (headers: Record<string, string>) => {
      const { status, body } = await read(port, headers, '127.0.0.1', '/health/ready')
      return [status, JSON.parse(body)]
    }
    expect(await ready({ 'X-Forwarded-For': '10.0.0.9' })).toEqual([503, status])
    expect(await ready({ host: 'desk.example' })).toEqual([503, status])
    const told = { ...status, missing: ['event-bus'], checks: { views: {} } }
    expect(await ready({})).toEqual([503, told])
    expect(await ready({ 'X-Forwarded-For': '10.0.0.9', authorization: `Bearer ${SECRET}` })).toEqual([
      503,
      told,
    ])
  })

  const address = outsideAddress()
  ;(address === null ? it.skip : it)('are not for other machines without a bearer', async () => {
    const host = address ?? ''
    expect(await read(open, { host: 'localhost' }, host)).toEqual(REFUSED)
    expect(await read(guarded, { host: 'localhost', authorization: `Bearer ${SECRET}` }, host)).toEqual(SHOWN)
  })

  it('survive a request without Host header', async () => {
    const socket = connect(open, '127.0.0.1')
    const answer = await new Promise<string>((resolve) => {
      socket.once('data', (data) => resolve(data.toString()))
      socket.end('GET /metrics HTTP/1.0\r\n\r\n')
    })
    expect(answer).toContain(' 403 ')
  })
})

describe('a service without pages', () => {
  it('names missing engines, also if its own health is unknown', async () => {
    const app = createStatusApp({ health: () => Promise.reject(new Error('away')) })
    const server = createServer(app)
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
    const ready = await fetch(`${url}/health/ready`)
    expect([ready.status, await ready.json()]).toEqual([
      503,
      { status: 'not ready', missing: ['health'], checks: {} },
    ])
    expect((await fetch(`${url}/metrics`)).status).toBe(404)
    await new Promise((resolve) => server.close(resolve))
  })
})
