import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer, request, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
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
    'gives the app for %s, asked for anew each time',
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

  it('lets the page load the widget of Turnstile only where that is chosen', async () => {
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
    expect(policy).toContain(`frame-src 'self' blob: ${service};`)
    expect(await policyOf((server.address() as AddressInfo).port)).not.toContain(service)
    await new Promise((resolve) => chosen.close(resolve))
  })

  it('allows no inline script, no frames around it, and tells nothing of what it is made of', async () => {
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

  it('keeps answers of the API out of caches, and errors without details', async () => {
    const thing = await fetch(`${url}/api/thing`)
    expect([await thing.json(), thing.headers.get('cache-control')]).toEqual([{ thing: 1 }, 'no-store'])
    const unknown = await fetch(`${url}/api/nothing`)
    expect([unknown.status, await unknown.json()]).toEqual([404, { error: 'ERR_NOT_FOUND' }])
    const broken = await fetch(`${url}/api/broken`)
    expect([broken.status, await broken.text()]).toEqual([500, '{"error":"ERR_INTERNAL"}'])
  })

  it('answers a foreign Host without putting it into the policy', async () => {
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

  it('is live at once, and ready when it says so', async () => {
    expect((await fetch(`${url}/health/live`)).status).toBe(200)
    expect((await fetch(`${url}/health/ready`)).status).toBe(503)
    ready = true
    expect(await (await fetch(`${url}/health/ready`)).json()).toEqual({
      status: 'ready',
      checks: { views: 'rebuilding' },
    })
  })

  it('shows the simulator where there is one, and refuses other methods on pages', async () => {
    expect(await (await fetch(`${url}/simulator`)).text()).toBe('phones')
    expect((await fetch(`${url}/login`, { method: 'POST' })).status).toBe(404)
  })
})
