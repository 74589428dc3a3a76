import { symlink } from 'node:fs/promises'
import { join } from 'node:path'
import { err } from '@guiche/contracts/result.js'
import { loadConfig } from '@guiche/infra/config/config.js'
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals'
import { pino } from 'pino'
import { tempDir } from '../infra/testing/temp-dir.js'
import { openDataDir } from './engines.js'
import { type Product, startProduct } from './product.js'
import { type Client, type Socket, signIn } from './testing/client.js'
import { ADMIN } from './testing/product-process.js'

/** Engines that are unavailable now. */
const away = { store: false, bus: false, read: false }
const refuseCalls = (what: keyof typeof away): void => {
  if (away[what]) throw new Error(`${what} is away`)
}

/** The same engine, but each call fails while it is unavailable. */
const failingEngine = <E extends object>(engine: E, what: keyof typeof away): E =>
  new Proxy(engine, {
    get: (target, name) => {
      const value: unknown = Reflect.get(target, name)
      if (typeof value !== 'function' || name === 'close' || name === 'subscribeAll') return value
      return async (...given: unknown[]) => {
        if (away[what] && name === 'append') return err({ kind: 'unavailable', message: `${what} is away` })
        refuseCalls(what)
        return (value as (...args: unknown[]) => unknown).apply(target, given)
      }
    },
  })

const REFUSED = { status: 503, body: { error: 'ERR_UNAVAILABLE' } }
const pollUntil = async <T>(probe: () => Promise<T | null>): Promise<T> => {
  for (const end = Date.now() + 15_000; ; ) {
    const found = await probe()
    if (found !== null) return found
    if (Date.now() > end) throw new Error('it did not come about within 15 s')
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
}

/** The whole product on embedded engines that fail and recover. */
describe('while an engine is away', () => {
  let folder: Awaited<ReturnType<typeof tempDir>>
  let product: Product
  let admin: Client
  let socket: Socket
  const log: string[] = []

  const ready = async () => {
    const answer = await fetch(`${product.url}/health/ready`)
    const { missing } = (await answer.json()) as { missing?: string[] }
    return { status: answer.status, missing }
  }

  beforeAll(async () => {
    folder = await tempDir()
    const config = loadConfig({
      DATA_DIR: folder.dir,
      PORT: '0',
      HUMAN_VERIFICATION: 'off',
      SIMULATOR: 'off',
      ADMIN_EMAIL: ADMIN.email,
      ADMIN_PASSWORD: ADMIN.password,
    })
    if (!config.ok) throw new Error(config.error.join())
    const logger = pino({ level: 'info' }, { write: (line: string) => void log.push(line) })
    const opened = await openDataDir(config.value.dataDir, logger, () => undefined)
    if (!opened.ok) throw new Error(opened.error)
    const { engines } = opened.value
    const started = await startProduct(config.value, logger, '1.0.0', {
      ...opened.value,
      engines: {
        ...engines,
        eventStore: failingEngine(engines.eventStore, 'store'),
        eventBus: { ...engines.eventBus, reach: async () => refuseCalls('bus') },
        readStore: failingEngine(engines.readStore, 'read'),
      },
    })
    if (!started.ok) throw new Error(started.error)
    product = started.value
    admin = await signIn(product.url, ADMIN.email, ADMIN.password)
    socket = await admin.socket()
  })
  afterEach(async () => {
    Object.assign(away, { store: false, bus: false, read: false })
    await pollUntil(async () => ((await ready()).status === 200 ? true : null))
  })
  afterAll(async () => {
    socket?.close()
    await product?.close()
    await folder?.remove()
  })

  const queue = (name: string, color: string) => admin.post<{ id: number }>('/queue', { name, color })
  const stale = (frames: Socket['frames']) => frames.filter(({ event }) => event === 'stale')
  /** the next `stale` frame after the first `from` frames */
  const nextStale = (from: number) =>
    socket.waitFor((frame) => stale(socket.frames).slice(from).includes(frame))

  it.each([['store'], ['bus'], ['read']] as const)(
    'a short outage of the %s is nobody’s business: calls wait, none is refused',
    async (what) => {
      away[what] = true
      const name = `made while ${what} is away`
      const colors = { store: '#a', bus: '#b', read: '#c' }
      if (what === 'bus') {
        // Of a command, only the check once a second uses the bus.
        await pollUntil(async () => ((await ready()).status === 503 ? true : null))
      }
      const commands = Array.from({ length: 20 }, (_, n) =>
        queue(`${name} ${n}`, `${colors[what]}${String(n).padStart(5, '0')}`),
      )
      const queries = Array.from({ length: 20 }, () => admin.get('/queue'))
      // The first waiting call ends the outage, because a slow machine needs seconds until all calls wait.
      await pollUntil(async () => {
        const text = await (await fetch(`${product.url}/metrics`)).text()
        const [, count] = /^guiche_calls_waiting\S* (\d+)$/m.exec(text) ?? []
        return Number(count) >= 1 ? true : null
      })
      away[what] = false
      const answers = await Promise.all([...commands, ...queries])
      expect(answers.map(({ status }) => status).filter((status) => status !== 200)).toEqual([])
      const { body } = await admin.get<{ name: string }[]>('/queue')
      expect(body.filter((one) => one.name.startsWith(name))).toHaveLength(20)
    },
  )

  it.each([
    ['store', 'event-store', '#0000a'],
    ['bus', 'event-bus', '#0000b'],
  ] as const)(
    'the %s: commands are refused, reads go on and say how old they are, and all goes on by itself',
    async (what, name, color) => {
      const known = stale(socket.frames).length
      away[what] = true
      const refused = await pollUntil(async () => {
        const answer = await queue(what, `${color}1`)
        return answer.status === 503 ? answer : null
      })
      expect(refused).toMatchObject(REFUSED)
      expect(refused.headers.get('retry-after')).toBe('2')
      expect((await nextStale(known)).data.seconds).toBeGreaterThanOrEqual(3)
      const read = await admin.get<unknown[]>('/queue')
      expect(read.status).toBe(200)
      expect(Number(read.headers.get('x-stale'))).toBeGreaterThanOrEqual(3)
      expect(await ready()).toMatchObject({ status: 503, missing: [name] })

      const renewed = await fetch(`${product.url}/api/auth/refresh_token`, {
        method: 'POST',
        headers: { cookie: admin.cookies },
      })
      expect(renewed.status).toBe(200)
      const { token } = (await renewed.json()) as { token: string }
      const authorization = `Bearer ${token}`
      expect((await fetch(`${product.url}/api/queue`, { headers: { authorization } })).status).toBe(200)

      away[what] = false
      expect((await nextStale(known + 1)).data).toEqual({ seconds: 0 })
      const name2 = `${what} is back`
      const made = await pollUntil(async () => {
        const answer = await queue(name2, `${color}2`)
        return answer.status === 200 ? answer : null
      })
      expect(made.headers.has('x-stale')).toBe(false)
      const { body } = await admin.get<{ name: string }[]>('/queue')
      expect(body.filter((one) => one.name === name2)).toHaveLength(1)
      expect(await ready()).toMatchObject({ status: 200 })
    },
  )

  it('a disk where nothing can be written makes the product unready, with the reason', async () => {
    await symlink('/dev/full', join(folder.dir, '.room'))
    const full = await pollUntil(async () => {
      const answer = await fetch(`${product.url}/health/ready`)
      return answer.status === 503 ? answer : null
    })
    expect(await full.json()).toMatchObject({
      status: 'not ready',
      missing: ['disk'],
      checks: { disk: 'nothing can be written (ENOSPC)' },
    })
    // The health check has removed the simulated full disk.
    await pollUntil(async () => ((await ready()).status === 200 ? true : null))
  })

  it('without the read store only health is answered; the product recovers by itself', async () => {
    away.read = true
    // The first calls notice the outage by their failures.
    for (const path of ['/queue', '/users', '/settings']) expect(await admin.get(path)).toMatchObject(REFUSED)
    await pollUntil(async () => ((await ready()).missing?.includes('read-store') ? true : null))
    expect(await queue('none', '#0000cc')).toMatchObject(REFUSED)
    expect((await fetch(`${product.url}/health/live`)).status).toBe(200)
    expect((await fetch(`${product.url}/metrics`)).status).toBe(200)
    expect(await ready()).toMatchObject({ status: 503 })

    away.read = false
    await pollUntil(async () => ((await ready()).status === 200 ? true : null))
    expect((await admin.get('/queue')).status).toBe(200)
    expect((await queue('after', '#0000dd')).status).toBe(200)
    const failed = log.filter((line) => line.includes('"request failed"'))
    expect(failed).toEqual([])
  })
})
