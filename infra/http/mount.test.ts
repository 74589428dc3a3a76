import { createServer, type Server } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { Strict } from '@guiche/contracts/envelope.js'
import { domainError } from '@guiche/contracts/errors.js'
import { err, ok } from '@guiche/contracts/result.js'
import { routes } from '@guiche/contracts/routes/route.js'
import type { Caller } from '@guiche/contracts/users/permissions.js'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { Type } from '@sinclair/typebox'
import express from 'express'
import { pino } from 'pino'
import { NO_PLAN } from '../testing/no-plan.js'
import type { Authenticator } from './authenticate.js'
import { apiErrors } from './errors.js'
import { mountRoutes } from './mount.js'
import { serving } from './route.js'

const VERSION = routes({
  'GET /version': {
    allow: 'anonymous',
    answer: Strict({ version: Type.String() }),
    views: ['inbox'],
    summary: 'the version',
  },
})

describe('the position that a client has seen', () => {
  const asked: string[] = []
  let server: Server
  let url: string
  beforeAll(async () => {
    const router = mountRoutes(
      serving('query', {})(VERSION, { 'GET /version': async () => ok({ body: { version: '1' } }) }),
      {
        authenticator: {} as never,
        records: {
          ...NO_PLAN,
          logPosition: (_companyId, position) => `0:${position}`,
          waitFor: async (_views, place) => {
            asked.push(place)
            return place === '0:7'
          },
        },
        logger: pino({ level: 'silent' }),
      },
    )
    server = createServer(express().use(router))
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/version`
  })
  afterAll(() => new Promise((resolve) => server.close(resolve)))
  const get = async (place: string) => {
    const answer = await fetch(url, { headers: { 'X-Min-Position': place } })
    return { status: answer.status, stale: answer.headers.get('x-stale'), body: await answer.json() }
  }

  it('is awaited by reads', async () => {
    expect(await get('0:7')).toEqual({ status: 200, stale: null, body: { version: '1' } })
    expect(asked).toEqual(['0:7'])
  })

  it('gives a stale answer if the views do not reach it in time', async () => {
    expect(await get('0:99999999999999999999')).toEqual({ status: 200, stale: '1', body: { version: '1' } })
  })

  it.each(['', '7', '0:', ':7', '0:-7', '0:7x', '12345:7', '0:123456789012345678901', '0:7, 0:8'])(
    'is refused if invalid: %j',
    async (place) => {
      const before = asked.length
      expect(await get(place)).toMatchObject({
        status: 400,
        body: { error: 'ERR_VALIDATION', details: { field: 'X-Min-Position' } },
      })
      expect(asked).toHaveLength(before)
    },
  )
})

describe('a body', () => {
  const body = Strict({ name: Type.String() })
  const specs = routes({
    'POST /auth/login': { allow: 'anonymous', body, summary: 'signs in' },
    'POST /queue': { allow: 'user', body, summary: 'a queue' },
  })
  const handled = async () => ok({})
  const caller = { userId: 1, companyId: 1, profile: 'user', super: false } as Caller
  let server: Server
  beforeAll(async () => {
    const logger = pino({ level: 'silent' })
    const router = mountRoutes(
      serving('command', {})(specs, { 'POST /auth/login': handled, 'POST /queue': handled }),
      {
        authenticator: {
          byToken: async (token) => (token === 'ours' ? ok(caller) : err(domainError('ERR_SESSION_EXPIRED'))),
        } as Authenticator,
        records: NO_PLAN as never,
        logger,
        bodyMs: 300,
      },
    )
    server = createServer(express().use(router, ...apiErrors(logger)))
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  })
  afterAll(() => new Promise((resolve) => server.close(resolve)))
  const post = async (path: string, text: string, token = 'none') => {
    const answer = await fetch(`http://127.0.0.1:${(server.address() as AddressInfo).port}${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
      body: text,
    })
    const said = await answer.text()
    return [answer.status, said === '' ? '' : JSON.parse(said).error]
  }
  const named = (length: number) => JSON.stringify({ name: 'x'.repeat(length) })

  it('of a route without session has a small limit', async () => {
    expect(await post('/auth/login', named(40_000))).toEqual([413, 'ERR_BODY_TOO_LARGE'])
    expect(await post('/auth/login', named(30_000))).toEqual([200, ''])
    expect(await post('/queue', named(40_000), 'ours')).toEqual([200, ''])
    expect(await post('/queue', named(1_100_000), 'ours')).toEqual([413, 'ERR_BODY_TOO_LARGE'])
  })

  it('without end is refused at its limit; a slow one is cut off', async () => {
    const chunked = async (chunk: string, everyMs: number) => {
      const socket = connect((server.address() as AddressInfo).port, '127.0.0.1')
      let heard = ''
      socket.on('data', (data) => {
        heard += data
        socket.destroy()
      })
      socket.on('error', () => {})
      socket.write('POST /auth/login HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n')
      socket.write('Transfer-Encoding: chunked\r\n\r\n')
      const pump = setInterval(() => socket.write(`${chunk.length.toString(16)}\r\n${chunk}\r\n`), everyMs)
      await new Promise<void>((resolve) => socket.once('close', () => resolve()))
      clearInterval(pump)
      return heard
    }
    expect(await chunked(' '.repeat(8_000), 1)).toContain('413')
    expect(await chunked(' ', 50)).not.toContain('HTTP/1.1 200')
  })

  it('is not parsed before its caller is known', async () => {
    expect(await post('/queue', '{', 'none')).toEqual([401, 'ERR_SESSION_EXPIRED'])
    expect(await post('/queue', '{', 'ours')).toEqual([400, 'ERR_VALIDATION'])
    expect(await post('/queue', '{"name":"\\u0000"}', 'ours')).toEqual([400, 'ERR_VALIDATION'])
    expect(await post('/auth/login', '[0,0]')).toEqual([400, 'ERR_VALIDATION'])
    expect(await post('/auth/login', '')).toEqual([400, 'ERR_VALIDATION'])
  })
})

describe('commands of one session', () => {
  it('have a rate limit that comes first; other sessions and queries are unaffected', async () => {
    const specs = routes({
      'POST /queue': { allow: 'user', summary: 'a queue' },
      'GET /queue': { allow: 'user', answer: Strict({}), summary: 'queues' },
    })
    let done = 0
    const logger = pino({ level: 'silent' })
    const queries = serving('query', {})(specs, { 'GET /queue': async () => ok({ body: {} }) })
    const commands = serving('command', {})(specs, {
      'POST /queue': async () => {
        done += 1
        return ok({})
      },
    })
    const router = mountRoutes([...queries, ...commands], {
      authenticator: {
        byToken: async (token) =>
          ok({ userId: 1, companyId: 1, profile: 'user', sessionId: token } as Caller),
      } as Authenticator,
      ...{ records: NO_PLAN as never, logger, commandsPerMinute: 10 },
    })
    const server = createServer(express().use(router, ...apiErrors(logger)))
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/queue`
    const call = async (method: string, session: string) => {
      const { status, headers } = await fetch(url, {
        method,
        headers: { authorization: `Bearer ${session}` },
      })
      return [status, headers.get('retry-after')]
    }
    const answers: unknown[] = []
    for (let n = 0; n < 7; n++) answers.push(await call('POST', 'one'))
    expect(answers).toEqual([...Array(5).fill([200, null]), ...Array(2).fill([429, '6'])])
    expect(done).toBe(5)
    expect(await call('GET', 'one')).toEqual([200, null])
    expect(await call('POST', 'two')).toEqual([200, null])
    await new Promise((resolve) => server.close(resolve))
  })
})

describe('queries of one user', () => {
  it('wait for their turn; queries of other users run', async () => {
    const specs = routes({ 'GET /queue': { allow: 'user', answer: Strict({}), summary: 'queues' } })
    let [came, began] = [0, 0]
    let open = (): void => {}
    const gate = new Promise<void>((resolve) => {
      open = resolve
    })
    const logger = pino({ level: 'silent' })
    const handlers = serving('query', {})(specs, {
      'GET /queue': async ({ caller }) => {
        if (caller.userId === 1) {
          began += 1
          await gate
        }
        return ok({ body: {} })
      },
    })
    const router = mountRoutes(handlers, {
      authenticator: {
        byToken: async (token) => {
          if (token === '1') came += 1
          return ok({ userId: Number(token), companyId: 1, profile: 'user', sessionId: token } as Caller)
        },
      } as Authenticator,
      ...{ records: NO_PLAN as never, logger },
    })
    const server = createServer(express().use(router, ...apiErrors(logger)))
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/queue`
    const ask = async (user: number) =>
      (await fetch(url, { headers: { authorization: `Bearer ${user}` } })).status
    const flood = Array.from({ length: 20 }, () => ask(1))
    while (came < 20) expect(await ask(2)).toBe(200)
    expect(await ask(2)).toBe(200)
    expect(began).toBe(6)
    open()
    expect(await Promise.all(flood)).toEqual(Array(20).fill(200))
    await new Promise((resolve) => server.close(resolve))
  })
})

describe('the declaration of a route', () => {
  const onTicket = routes({
    'GET /tickets/:id': { allow: 'user', on: 'ticket', summary: 'a ticket' },
  })
  it('with an unknown guard in "on" fails the start', () => {
    expect(() => serving('query', {})(onTicket, { 'GET /tickets/:id': async () => ok({}) })).toThrow(
      'GET /tickets/:id: nobody checks its "on: ticket"',
    )
  })

  it('whose handler is missing does not compile', () => {
    // @ts-expect-error there is no handler for GET /version
    serving('query', {})(VERSION, {})
  })

  it.each([
    ['GET', { version: 1 } as unknown as { version: string }],
    ['GET', { version: '1', secret: 'x' }],
  ])('refuses in tests what it does not declare: %s %j', async (_method, body) => {
    const router = mountRoutes(serving('query', {})(VERSION, { 'GET /version': async () => ok({ body }) }), {
      authenticator: {} as never,
      records: NO_PLAN as never,
      logger: pino({ level: 'silent' }),
    })
    const failures: unknown[] = []
    const app = express().use(router)
    app.use(((failure, _request, response, _next) => {
      failures.push(failure)
      response.status(500).end()
    }) as express.ErrorRequestHandler)
    const server = createServer(app)
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const { status } = await fetch(`http://127.0.0.1:${(server.address() as AddressInfo).port}/version`)
    await new Promise((resolve) => server.close(resolve))
    expect([status, String(failures[0])]).toEqual([500, expect.stringContaining('does not declare')])
  })
})
