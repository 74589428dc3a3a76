import { readdirSync, readFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import express from 'express'
import { createSimulatorRoutes } from './routes.js'
import { createSimulator, type Simulator } from './simulator.js'
import { createClient, muteConsole } from './testing/client.js'

const ANA = '5511900000002'
const BIA = '5511900000003'

let sim: Simulator
let server: Server
let base: string
let pending: { connectionId: number; name: string; qr: string }[] = []
const unmute = muteConsole()
// Signatures are slow if many tests share few cores.

beforeAll(async () => {
  sim = await createSimulator()
  const app = express()
  app.use('/simulator', createSimulatorRoutes(sim, { pendingQrs: async () => pending }))
  server = createServer(app)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  base = `http://127.0.0.1:${(server.address() as AddressInfo).port}/simulator`
})
afterAll(async () => {
  server.closeAllConnections()
  await new Promise((resolve) => server.close(resolve))
  await sim.close()
  unmute()
})

const callRoute = async (
  method: string,
  path: string,
  body?: unknown,
  headers: Record<string, string> = {},
) => {
  const raw = Buffer.isBuffer(body)
  const response = await fetch(`${base}${path}`, {
    method,
    headers: { ...(body === undefined || raw ? {} : { 'content-type': 'application/json' }), ...headers },
    ...(body !== undefined && { body: raw ? new Uint8Array(body) : JSON.stringify(body) }),
    redirect: 'manual',
  })
  const text = await response.text()
  const isJson = response.headers.get('content-type')?.includes('json')
  return {
    status: response.status,
    headers: response.headers,
    text,
    json: isJson ? JSON.parse(text) : undefined,
  }
}

describe('the page', () => {
  it('has a strict content security policy and no inline code', async () => {
    expect((await callRoute('GET', '')).headers.get('location')).toBe('/simulator/')
    const page = await callRoute('GET', '/')
    expect(page.headers.get('content-security-policy')).toContain("script-src 'self'")
    expect(page.text).not.toMatch(/<script(?![^>]*src=)|<style|style=|\son\w+=/)
    const linked = [...page.text.matchAll(/(?:href|src)="([^"]+)"/g)].map((match) => match[1])
    // Files starting with a slash belong to the app.
    const own = linked.filter((file) => !file?.startsWith('/'))
    expect(linked.length - own.length).toBe(4)
    for (const file of own) expect((await callRoute('GET', `/${file}`)).status).toBe(200)
  })
})

describe('the texts of the page', () => {
  const folder = new URL('./page/', import.meta.url)
  const sources = readdirSync(folder).filter((file) => /\.(js|html)$/.test(file) && !file.startsWith('words'))
  const used = sources.flatMap((file) => {
    const source = readFileSync(new URL(file, folder), 'utf8')
    return [...source.matchAll(/word\('([\w]+)'\)|data-word[\w-]*="(\w+)"/g)].map(([, a, b]) => a ?? b ?? '')
  })

  it.each(['pt', 'en', 'es'])('are complete in %s, without extra ones', async (language) => {
    const load = async (name: string) =>
      (await import(`./page/words-${name}.js`)).default as Record<string, string>
    const words = await load(language)
    expect(Object.keys(words)).toEqual(Object.keys(await load('pt')))
    expect(Object.values(words).filter((text) => text === '')).toEqual([])
    expect([...new Set(used)].filter((key) => !(key in words))).toEqual([])
  })
})

describe('the control API', () => {
  it('adds phones, validates its input, and lets phones chat', async () => {
    expect((await callRoute('POST', '/phones', { number: ANA, name: 'Ana' })).json).toMatchObject({
      number: ANA,
      kind: 'customer',
    })
    expect((await callRoute('POST', '/phones', { number: BIA, name: 'Bia' })).status).toBe(201)
    expect((await callRoute('POST', '/phones', { number: ANA, name: 'Ana' })).json).toEqual({
      error: 'number_taken',
    })
    expect((await callRoute('POST', '/phones', { number: 'x', name: 'Ana' })).json).toEqual({
      error: 'bad_number',
    })
    expect(
      (await callRoute('POST', '/phones', { number: '5511900000009', name: 'A', evil: 1 })).json,
    ).toEqual({
      error: 'bad_evil',
    })
    expect((await callRoute('POST', `/phones/${ANA}/chats/5511911111111/texts`, { text: 'x' })).status).toBe(
      404,
    )
    const chat = `/phones/${ANA}/chats/${BIA}`
    const { id } = (await callRoute('POST', `${chat}/texts`, { text: 'hello' })).json
    await sim.phones.get(BIA)?.waitFor((message) => message.id === id)
    const back = `/phones/${BIA}/messages/${id}`
    expect((await callRoute('PUT', `${back}/reaction`, { emoji: '👍' })).status).toBe(204)
    expect((await callRoute('PUT', `${back}/text`, { text: 'mine now' })).json).toEqual({
      error: 'not_own_message',
    })
    expect((await callRoute('POST', `/phones/${BIA}/chats/${ANA}/read`, {})).json).toEqual({ read: 1 })
    await sim.phones.get(ANA)?.waitForTick(id, 'read')
    await sim.phones.get(ANA)?.waitForAny((message) => message.reactions[BIA] === '👍')
    expect(
      (await callRoute('PUT', `/phones/${ANA}/messages/${id}/text`, { text: 'hello again' })).status,
    ).toBe(204)
    await sim.phones.get(BIA)?.waitFor((message) => message.text === 'hello again' && message.edited)
    expect((await callRoute('DELETE', `/phones/${ANA}/messages/${id}`)).status).toBe(204)
    await sim.phones.get(BIA)?.waitFor((message) => message.id === id && message.revoked)
    const [shown] = (await callRoute('GET', `${chat}/messages`)).json
    expect(shown).toMatchObject({ id, fromMe: true, tick: 'read', revoked: true })
    expect(shown.raw).toBeUndefined()
  })

  it('accepts files and serves them so that browsers do not run them', async () => {
    const path = `/phones/${ANA}/chats/${BIA}/files?kind=document&name=page.html`
    const { id } = (
      await callRoute('POST', path, Buffer.from('<script>1</script>'), { 'content-type': 'text/html' })
    ).json
    await sim.phones.get(BIA)?.waitFor((message) => message.id === id)
    const file = await callRoute('GET', `/phones/${BIA}/messages/${id}/file`)
    expect(file.text).toBe('<script>1</script>')
    expect(file.headers.get('content-type')).toBe('application/octet-stream')
    expect(file.headers.get('content-disposition')).toContain('attachment')
    expect(file.headers.get('content-security-policy')).toContain('sandbox')
    expect((await callRoute('POST', path.replace('document', 'poison'), Buffer.from('x'))).json).toEqual({
      error: 'bad_kind',
    })
  })

  it('accepts polls, links with previews, and kinds without a form', async () => {
    const chat = `/phones/${ANA}/chats/${BIA}`
    const poll = { question: 'When?', options: ['Mon', 'Tue'] }
    const preview = { url: 'https://x.y', title: 'A title' }
    const sent = [
      await callRoute('POST', `${chat}/polls`, poll),
      await callRoute('POST', `${chat}/texts`, { text: 'https://x.y', preview }),
      await callRoute('POST', `${chat}/odd`, { kind: 'event', text: 'A party' }),
    ]
    expect(sent.map(({ status }) => status)).toEqual([201, 201, 201])
    const [asked, linked, odd] = sent.map(({ json }) => json.id)
    const got = (id: string) => sim.phones.get(BIA)?.waitFor((message) => message.id === id)
    expect(await got(asked)).toMatchObject({ kind: 'poll', text: 'When?\n○ Mon\n○ Tue' })
    expect(await got(linked)).toMatchObject({ kind: 'text', text: 'https://x.y' })
    expect(await got(odd)).toMatchObject({ kind: 'unknown' })
    expect((await callRoute('POST', `${chat}/polls`, { ...poll, options: [] })).status).toBe(400)
  })

  it('refuses requests of other sites', async () => {
    const headers = { 'sec-fetch-site': 'cross-site' }
    expect((await callRoute('POST', '/phones', { number: '5511900000008', name: 'X' }, headers)).status).toBe(
      403,
    )
    expect(sim.phones.has('5511900000008')).toBe(false)
  })

  it('streams events as they happen', async () => {
    const stop = new AbortController()
    const response = await fetch(`${base}/events`, { signal: stop.signal })
    const reader = response.body?.getReader()
    const until = async (wanted: string) => {
      let text = ''
      while (!text.includes(wanted)) {
        const { value, done } = (await reader?.read()) ?? { value: undefined, done: true }
        if (done) throw new Error(`stream ended before ${wanted}: ${text}`)
        text += Buffer.from(value ?? []).toString()
      }
      return text
    }
    await until('welcome')
    await callRoute('POST', `/phones/${ANA}/chats/${BIA}/typing`, { state: 'composing' })
    expect(await until('composing')).toContain(`"number":"${BIA}"`)
    stop.abort()
  })

  it('lets a phone call and hang up', async () => {
    const seen: unknown[] = []
    const note = ({ name, value }: { name: string; value: unknown }) => {
      if (name === 'call') seen.push(value)
    }
    sim.events.on('phone', note)
    const path = `/phones/${ANA}/chats/${BIA}/calls`
    const { callId } = (await callRoute('POST', path, {})).json
    expect((await callRoute('DELETE', `${path}/${callId}`)).status).toBe(204)
    sim.events.off('phone', note)
    expect(seen.length).toBeGreaterThan(0)
    for (const one of seen) expect(one).toMatchObject({ callId })
  })

  it('links a waiting connection, unlinks it, and reports why a code is invalid', async () => {
    const own = '5511900000001'
    await callRoute('POST', '/phones', { number: own, name: 'Shop', kind: 'own' })
    const client = createClient(sim)
    pending = [{ connectionId: 1, name: 'Front desk', qr: await client.qr() }]
    const [waiting] = (await callRoute('GET', '/pending')).json
    expect((await callRoute('POST', `/phones/${own}/code`, { code: 'ABCD-1234' })).json).toEqual({
      error: 'no_such_request',
    })
    expect((await callRoute('POST', `/phones/${own}/scan`, { qr: 'not a code at all' })).json).toEqual({
      error: 'unknown_qr',
    })
    const { deviceId } = (await callRoute('POST', `/phones/${own}/scan`, { qr: waiting.qr })).json
    await client.opened()
    const shop = (await callRoute('GET', '/phones')).json.find(
      (phone: { number: string }) => phone.number === own,
    )
    expect(shop).toMatchObject({ kind: 'own', devices: [{ id: deviceId, connected: true }] })
    await callRoute('POST', '/faults', { number: own, fault: 'conflict' })
    expect((await client.closed()).code).toBe(440)
    expect((await callRoute('DELETE', `/phones/${own}/devices/${deviceId}`)).status).toBe(204)
    client.connect()
    expect((await client.closed()).code).toBe(401)
  })

  it('starts a busy day for linked numbers alone, one at a time, and ends it', async () => {
    const own = '5511900000011'
    await callRoute('POST', '/phones', { number: own, name: 'Shop', kind: 'own' })
    const begin = (body: object) => callRoute('POST', '/busy-day', { to: own, ...body })
    expect((await begin({})).json).toEqual({ error: 'not_linked' })
    expect((await begin({ people: 21 })).json).toEqual({ error: 'bad_people' })
    expect((await begin({ seconds: 301 })).json).toEqual({ error: 'bad_seconds' })
    expect((await callRoute('POST', '/busy-day', { to: '5511900000099' })).status).toBe(404)
    const client = createClient(sim)
    await sim.phones.get(own)?.scanQr(await client.qr())
    await client.opened()
    expect((await begin({ people: 2, seed: 3 })).json).toMatchObject({ running: true, people: 2, seed: 3 })
    expect((await begin({})).json).toEqual({ error: 'busy_already' })
    expect((await callRoute('DELETE', '/busy-day')).json).toMatchObject({ running: false, seed: 3 })
    expect((await callRoute('GET', '/busy-day')).json).toMatchObject({ running: false })
    await sim.phones.get(own)?.unlink()
    await client.closed()
  })
})
