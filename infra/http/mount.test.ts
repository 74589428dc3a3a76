import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { ok } from '@guiche/contracts/result.js'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import express from 'express'
import { pino } from 'pino'
import { mountRoutes } from './mount.js'
import { openRoute } from './route.js'

describe('the position that a reader has seen', () => {
  const asked: string[] = []
  let server: Server
  let url: string
  beforeAll(async () => {
    const router = mountRoutes(
      [openRoute('GET /version', { views: ['inbox'] }, async () => ok({ body: { version: '1' } }))],
      {
        authenticator: {} as never,
        records: {
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
