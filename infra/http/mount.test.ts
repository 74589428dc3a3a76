import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Strict } from '@guiche/contracts/envelope.js'
import { ok } from '@guiche/contracts/result.js'
import { routes } from '@guiche/contracts/routes/route.js'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { Type } from '@sinclair/typebox'
import express from 'express'
import { pino } from 'pino'
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

describe('the position that a reader has seen', () => {
  const asked: string[] = []
  let server: Server
  let url: string
  beforeAll(async () => {
    const router = mountRoutes(
      serving('query', {})(VERSION, { 'GET /version': async () => ok({ body: { version: '1' } }) }),
      {
        authenticator: {} as never,
        records: {
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

  it('is waited for', async () => {
    expect(await get('0:7')).toEqual({ status: 200, stale: null, body: { version: '1' } })
    expect(asked).toEqual(['0:7'])
  })

  it('that the views do not reach in time is answered as old', async () => {
    expect(await get('0:99999999999999999999')).toEqual({ status: 200, stale: '1', body: { version: '1' } })
  })

  it.each(['', '7', '0:', ':7', '0:-7', '0:7x', '12345:7', '0:123456789012345678901', '0:7, 0:8'])(
    'is refused when it is none: %j',
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

describe('a declaration', () => {
  const onTicket = routes({
    'GET /tickets/:id': { allow: 'user', on: 'ticket', summary: 'a ticket' },
  })
  it('whose "on" nobody checks ends the start', () => {
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
      records: {} as never,
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
