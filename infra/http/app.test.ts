import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer, request, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals'
import express from 'express'
import { pino } from 'pino'
import { createHttpApp } from './app.js'

describe('the HTTP application', () => {
  let dir: string
  let server: Server
  let url: string
  let ready = false

  beforeAll(async () => {
    dir = await mkdtemp(join(tmpdir(), 'guiche-app-'))
    await mkdir(join(dir, 'assets'))
    await writeFile(join(dir, 'index.html'), '<!doctype html><title>Guichê</title>')
    await writeFile(join(dir, 'assets', 'main-abc123.js'), 'export {}')
    await writeFile(join(dir, 'favicon.svg'), '<svg xmlns="http://www.w3.org/2000/svg"/>')
    const api = express.Router()
    api.get('/thing', (_request, response) => void response.json({ thing: 1 }))
    api.get('/broken', () => {
      throw new Error('secret detail')
    })
    const simulator = express.Router()
    simulator.get('/', (_request, response) => void response.send('phones'))
    const app = createHttpApp({
      config: { publicUrl: 'https://desk.example' },
      logger: pino({ level: 'silent' }),
      routers: { api: [api] },
      health: async () => ({ ready, checks: { views: 'rebuilding' } }),
      webDist: dir,
      simulator,
    })
    server = createServer(app)
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  })
  afterAll(async () => {
    await new Promise((resolve) => server.close(resolve))
    await rm(dir, { recursive: true, force: true })
  })

  it.each(['/', '/tickets/123', '/login', '/TICKETS/'])(
    'serves the page for %s, without caching',
    async (path) => {
      const answer = await fetch(`${url}${path}`)
      expect(answer.status).toBe(200)
      expect(answer.headers.get('cache-control')).toBe('no-cache')
      expect(await answer.text()).toContain('<title>Guichê</title>')
    },
  )

  it('keeps files whose names change with their content for a year', async () => {
    const answer = await fetch(`${url}/assets/main-abc123.js`)
    expect(answer.headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
    expect((await fetch(`${url}/assets/gone-0.js`)).status).toBe(404)
    expect((await fetch(`${url}/favicon.svg`)).headers.get('cache-control')).toBe('no-cache')
  })

  it('allows the Turnstile widget only if configured', async () => {
    const chosen = createServer(
      createHttpApp({
        config: { publicUrl: 'https://desk.example', humanVerification: 'turnstile' },
        logger: pino({ level: 'silent' }),
        routers: { api: [] },
        health: async () => ({ ready: true }),
        webDist: dir,
      }),
    )
    await new Promise<void>((resolve) => chosen.listen(0, '127.0.0.1', resolve))
    const policyOf = async (port: number) =>
      (await fetch(`http://127.0.0.1:${port}/`)).headers.get('content-security-policy') ?? ''
    const service = 'https://challenges.cloudflare.com'
    const policy = await policyOf((chosen.address() as AddressInfo).port)
    expect(policy).toContain(`script-src 'self' ${service};`)
    expect(policy).toContain(`frame-src 'self' blob: https://www.youtube-nocookie.com ${service};`)
    expect(await policyOf((server.address() as AddressInfo).port)).not.toContain(service)
    await new Promise((resolve) => chosen.close(resolve))
  })

  it('allows frames of the platform’s embedded pages', async () => {
    let frames: readonly string[] = []
    const app = createServer(
      createHttpApp({
        config: { publicUrl: 'https://desk.example' },
        logger: pino({ level: 'silent' }),
        routers: { api: [] },
        health: async () => ({ ready: true }),
        frames: async () => frames,
        webDist: dir,
      }),
    )
    await new Promise<void>((resolve) => app.listen(0, '127.0.0.1', resolve))
    const policy = async () =>
      (await fetch(`http://127.0.0.1:${(app.address() as AddressInfo).port}/`)).headers.get(
        'content-security-policy',
      )
    expect(await policy()).toContain("frame-src 'self' blob: https://www.youtube-nocookie.com;")
    frames = ['https://bio.example', 'https://n8n.example:8443']
    expect(await policy()).toContain(
      "frame-src 'self' https://bio.example https://n8n.example:8443 blob: https://www.youtube-nocookie.com;",
    )
    await new Promise((resolve) => app.close(resolve))
  })

  it('allows no inline script and no embedding, and does not name its software', async () => {
    const { headers } = await fetch(`${url}/`)
    const policy = headers.get('content-security-policy') ?? ''
    expect(policy).toContain("script-src 'self';")
    expect(policy).toContain("frame-ancestors 'none'")
    expect(policy).toContain(`ws://${new URL(url).host}`)
    expect(policy).not.toContain('upgrade-insecure-requests')
    expect(headers.get('strict-transport-security')).toContain('max-age=31536000')
    expect(headers.get('x-content-type-options')).toBe('nosniff')
    expect(headers.has('x-powered-by')).toBe(false)
  })

  it('tells the page only PUBLIC_URL, counts calls, and limits HSTS to that name by default', async () => {
    const calls: string[] = []
    const api = express.Router()
    api.get('/thing', (_request, response) => {
      response.locals.route = 'GET /thing'
      response.json({})
    })
    const named = createServer(
      createHttpApp({
        config: { publicUrl: 'https://desk.example', isNamed: true, hstsSubdomains: true },
        logger: pino({ level: 'silent' }),
        routers: { api: [api] },
        health: async () => ({ ready: true }),
        webDist: dir,
        observer: { answered: (route, status) => void calls.push(`${route} ${status}`) },
      }),
    )
    await new Promise<void>((resolve) => named.listen(0, '127.0.0.1', resolve))
    const origin = `http://127.0.0.1:${(named.address() as AddressInfo).port}`
    const { headers } = await fetch(origin)
    expect(headers.get('content-security-policy')).toContain("'self' blob: data: wss://desk.example;")
    expect(headers.get('strict-transport-security')).toContain('includeSubDomains')
    expect((await fetch(url)).headers.get('strict-transport-security')).not.toContain('includeSubDomains')
    await fetch(`${origin}/api/thing`)
    await fetch(`${origin}/api/elsewhere`)
    expect(calls).toEqual(['GET /thing 200', 'none 404'])
    await new Promise((resolve) => named.close(resolve))
  })

  it('keeps answers of the API out of caches, and errors without details', async () => {
    const thing = await fetch(`${url}/api/thing`)
    expect([await thing.json(), thing.headers.get('cache-control')]).toEqual([{ thing: 1 }, 'no-store'])
    const unknown = await fetch(`${url}/api/nothing`)
    expect([unknown.status, await unknown.json()]).toEqual([404, { error: 'ERR_NOT_FOUND' }])
    const broken = await fetch(`${url}/api/broken`)
    expect([broken.status, await broken.text()]).toEqual([500, '{"error":"ERR_INTERNAL"}'])
  })

  it('answers a foreign Host header without copying its value into the policy', async () => {
    const policy = await new Promise<string>((resolve, reject) => {
      const headers = { host: "x; script-src 'unsafe-inline'" }
      request(url, { headers }, (response) => {
        response.resume()
        resolve(String(response.headers['content-security-policy']))
      })
        .on('error', reject)
        .end()
    })
    expect(policy).toContain("script-src 'self';")
    expect(policy).not.toContain("script-src 'unsafe-inline'")
  })

  it('is live at once, and ready once its check passes', async () => {
    expect((await fetch(`${url}/health/live`)).status).toBe(200)
    expect((await fetch(`${url}/health/ready`)).status).toBe(503)
    // A misspelt health check gets 404. The app's page would always succeed.
    expect((await fetch(`${url}/health`)).status).toBe(503)
    expect((await fetch(`${url}/health/redy`)).status).toBe(404)
    ready = true
    expect(await (await fetch(`${url}/health/ready`)).json()).toEqual({
      status: 'ready',
      checks: { views: 'rebuilding' },
    })
  })

  it('serves the simulator if enabled, and refuses other methods on pages', async () => {
    expect(await (await fetch(`${url}/simulator`)).text()).toBe('phones')
    expect((await fetch(`${url}/login`, { method: 'POST' })).status).toBe(404)
  })
})

describe('the availability of the API', () => {
  const engines = { reads: true, commands: true, stale: 0, away: false }
  let server: Server
  let url: string
  let handled: string[] = []

  beforeAll(async () => {
    const api = express.Router()
    api.use((request, _response, next) => {
      handled.push(request.method)
      if (request.path === '/broken') throw new Error('the engine has just gone')
      next()
    })
    api.use((_request, response) => void response.json({ id: response.locals.correlationId }))
    const app = createHttpApp({
      config: { publicUrl: 'https://desk.example' },
      logger: pino({ level: 'silent' }),
      routers: { api: [api] },
      health: async () => ({ ready: false, missing: ['read-store'] }),
      webDist: '/nowhere',
      available: {
        until: async (wanted) => engines[wanted],
        stale: () => engines.stale,
        away: async () => engines.away,
      },
    })
    server = createServer(app)
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  })
  beforeEach(() => {
    Object.assign(engines, { reads: true, commands: true, stale: 0, away: false })
    handled = []
  })
  afterAll(() => new Promise((resolve) => server.close(resolve)))

  const call = async (method: string, path = '/thing', headers: Record<string, string> = {}) => {
    const answer = await fetch(`${url}/api${path}`, { method, headers })
    const text = await answer.text()
    return {
      status: answer.status,
      error: text === '' ? undefined : (JSON.parse(text) as { error?: string }).error,
      text,
      retryAfter: answer.headers.get('retry-after'),
      stale: answer.headers.get('x-stale'),
      id: answer.headers.get('x-request-id'),
    }
  }
  const REFUSED = { status: 503, error: 'ERR_UNAVAILABLE', retryAfter: '2' }

  it('is full while engines answer and views are fresh', async () => {
    expect(await call('POST')).toMatchObject({ status: 200, stale: null })
    expect(await call('GET')).toMatchObject({ status: 200, stale: null })
  })

  it.each(['POST', 'PUT', 'DELETE'])(
    'refuses %s without event store or bus; reads tell the age of their views',
    async (verb) => {
      Object.assign(engines, { commands: false, stale: 41.2 })
      expect(await call(verb)).toMatchObject({ ...REFUSED, stale: '42' })
      expect(handled).toEqual([])
      expect(await call('GET')).toMatchObject({ status: 200, stale: '42' })
      expect(await call('POST', '/auth/refresh_token')).toMatchObject({ status: 200 })
    },
  )

  it('is health alone without the read store', async () => {
    Object.assign(engines, { reads: false, commands: false, stale: 5 })
    for (const verb of ['GET', 'HEAD', 'POST'])
      expect(await call(verb)).toMatchObject({ status: 503, retryAfter: '2' })
    expect(await call('POST', '/auth/refresh_token')).toMatchObject(REFUSED)
    expect(handled).toEqual([])
    expect((await fetch(`${url}/health/live`)).status).toBe(200)
    const ready = await fetch(`${url}/health/ready`)
    expect([ready.status, await ready.json()]).toEqual([
      503,
      { status: 'not ready', missing: ['read-store'], checks: {} },
    ])
  })

  it('turns a failure by an unavailable engine into 503, and leaves other failures', async () => {
    expect(await call('GET', '/broken')).toMatchObject({ status: 500, error: 'ERR_INTERNAL' })
    engines.away = true
    expect(await call('GET', '/broken')).toMatchObject(REFUSED)
  })

  it('returns the id of every request, and passes it to the handler', async () => {
    const kept = await call('GET', '/thing', { 'X-Request-Id': 'from-the-proxy' })
    expect([kept.id, kept.text]).toEqual(['from-the-proxy', '{"id":"from-the-proxy"}'])
    engines.commands = false
    expect((await call('POST', '/thing', { 'X-Request-Id': 'refused' })).id).toBe('refused')
    const made = await call('GET', '/thing', { 'X-Request-Id': 'a b; "c"' })
    expect(made.id).toMatch(/^[0-9a-f-]{36}$/)
    expect(made.text).toBe(`{"id":"${made.id}"}`)
  })
})
