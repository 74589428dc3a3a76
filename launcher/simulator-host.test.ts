import { mkdtemp, rm } from 'node:fs/promises'
import type { Server } from 'node:http'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { domainError } from '@guiche/contracts/errors.js'
import { err, ok } from '@guiche/contracts/result.js'
import { afterAll, beforeAll, expect, it } from '@jest/globals'
import express from 'express'
import { pino } from 'pino'
import { createSimulatorHost, type SimulatorHost } from './simulator-host.js'

const CALLER = { userId: 1, companyId: 1, sessionId: 's', profile: 'admin', name: 'Dora' }

let server: Server
let url: string
let dataDir: string
let host: SimulatorHost
let hasEnded = false
let seen = () => {}
const lookedUp = new Promise<void>((resolve) => {
  seen = resolve
})
beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'guiche-host-'))
  host = createSimulatorHost({
    dataDir,
    publicUrl: 'http://127.0.0.1:8080',
    logger: pino({ level: 'silent' }),
    authenticator: {
      byToken: async (token) =>
        token === null
          ? err(domainError('ERR_SESSION_EXPIRED'))
          : ok({ ...CALLER, super: token === 'super' } as never),
      bySession: async () => {
        seen()
        return hasEnded ? err(domainError('ERR_SESSION_EXPIRED')) : ok({ ...CALLER, super: true } as never)
      },
      forget: () => {},
    },
    pendingQrs: async () => {
      throw new Error('nobody was let in')
    },
  })
  const app = express()
  app.set('trust proxy', 'loopback')
  app.use('/simulator', host.router)
  server = createServer(app)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/simulator`
})
afterAll(async () => {
  server.closeAllConnections()
  await new Promise((resolve) => server.close(resolve))
  await host.close()
  await rm(dataDir, { recursive: true, force: true })
})

it.each([
  ['nobody', {}, 401],
  ['who has no rights over all companies', { cookie: 'simulator=admin' }, 403],
  ['who comes through a proxy', { cookie: 'simulator=super', 'x-forwarded-for': '203.0.113.7' }, 403],
  ['a page of another site', { cookie: 'simulator=super', origin: 'https://evil.example' }, 403],
])(
  'the simulator refuses %s, and does not start for it',
  async (_who, headers: Record<string, string>, status) => {
    for (const path of ['/phones', '/busy-day', '/pending']) {
      const answer = await fetch(url + path, { headers: { accept: 'application/json', ...headers } })
      expect([path, answer.status]).toEqual([path, status])
    }
  },
)

it('the simulator redirects a browser without session to the sign-in', async () => {
  const answer = await fetch(url, { headers: { accept: 'text/html' }, redirect: 'manual' })
  expect(answer.headers.get('location')).toBe('/login?from=/simulator')
})

it('the simulator’s event stream ends with its session', async () => {
  const answer = await fetch(`${url}/events`, { headers: { cookie: 'simulator=super' } })
  const reader = answer.body?.getReader()
  const first = await reader?.read()
  expect(Buffer.from(first?.value ?? []).toString()).toContain('welcome')
  const next = reader?.read().catch(() => 'cut')
  // A session that continues keeps its event stream.
  await lookedUp
  expect(await Promise.race([next, 'open'])).toBe('open')
  hasEnded = true
  expect(await next).toBe('cut')
})
