import { mkdtemp } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setImmediate } from 'node:timers/promises'
import { SYSTEM } from '@guiche/contracts/envelope.js'
import { createEmbeddedEventStore } from '@guiche/infra/event-store/embedded.js'
import { createEmbeddedReadStore } from '@guiche/infra/read-store/embedded.js'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { signIn } from './testing/client.js'
import { ADMIN, type ProductProcess, removeData, startProductProcess } from './testing/product-process.js'

const EVENTS = 20_000

const freePort = (): Promise<number> =>
  new Promise((resolve, reject) => {
    const server = createServer()
    server.once('error', reject)
    server.listen(0, '127.0.0.1', () => {
      const address = server.address()
      server.close(() =>
        typeof address === 'object' && address !== null
          ? resolve(address.port)
          : reject(new Error('no port')),
      )
    })
  })

/** Appends so many events that building the views takes a while. */
const fillStore = async (dir: string): Promise<void> => {
  const eventStore = await createEmbeddedEventStore({ dir })
  const queues = Array.from({ length: EVENTS }, (_, index) => ({
    id: `queue-${index}`,
    type: 'queue.created.v1' as const,
    data: {
      queueId: 1000 + index,
      name: `Queue ${index}`,
      color: '#abc',
      greetingMessage: '',
      outOfHoursMessage: '',
      orderQueue: null,
    },
    companyId: 77,
    time: '2026-01-05T12:00:00.000Z',
    actor: SYSTEM,
    correlationId: 'c',
    causationId: 'c',
  }))
  for (let at = 0; at < queues.length; at += 500) {
    expect((await eventStore.append('queues-77', 'any', queues.slice(at, at + 500))).ok).toBe(true)
  }
  await eventStore.close()
}

describe('a start that rebuilds views', () => {
  let dataDir = ''
  let product: ProductProcess | undefined
  beforeAll(async () => {
    dataDir = await mkdtemp(join(tmpdir(), 'guiche-'))
    const first = await startProductProcess({ dataDir })
    await first.stop()
    await fillStore(dataDir)
    // Views of another version of the folds.
    const readStore = await createEmbeddedReadStore({ dir: dataDir })
    for (const view of ['queues', 'connections', 'inbox', 'users'])
      await readStore.setAlias(`${view}@1#fold`, 0)
    await readStore.close()
  })
  afterAll(async () => {
    await product?.stop()
    if (dataDir !== '') await removeData(dataDir)
  })

  it('answers 503 to reads and writes, shows its progress, and then answers', async () => {
    const port = await freePort()
    const url = `http://127.0.0.1:${port}`
    const answers: { status: number; body: string; retryAfter: string | null }[] = []
    const health: string[] = []
    let starting = true
    const started = startProductProcess({ dataDir, env: { PORT: String(port) } }).finally(() => {
      starting = false
    })
    /** Repeats requests until the product has started. Requests do not wait for each other. */
    const asking = async (
      path: string,
      init: RequestInit,
      take: (answer: Response, body: string) => void,
    ) => {
      while (starting) {
        await setImmediate()
        const answer = await fetch(`${url}${path}`, init).catch(() => null) // no server is listening yet
        if (answer !== null) take(answer, await answer.text())
      }
    }
    const take = ({ status, headers }: Response, body: string) =>
      answers.push({ status, body, retryAfter: headers.get('retry-after') })
    const login = {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify(ADMIN),
    }
    const asked = [
      asking('/api/auth/login', login, take),
      asking('/api/tickets/counts', {}, take),
      asking('/health/ready', {}, (_answer, body) => health.push(body)),
    ]
    product = await started
    await Promise.all(asked)

    const refused = answers.filter(({ status }) => status === 503)
    expect(refused.length).toBeGreaterThan(0)
    for (const answer of refused) {
      expect(answer).toEqual({ status: 503, body: '{"error":"ERR_UNAVAILABLE"}', retryAfter: '2' })
    }
    expect(answers.filter(({ status }) => status >= 500 && status !== 503)).toEqual([])
    expect(health.some((text) => text.includes('"rebuilding":{'))).toBe(true)

    const admin = await signIn(product.url, ADMIN.email, ADMIN.password)
    expect(admin.user.name).toBe('Admin')
    expect((await fetch(`${product.url}/health/ready`)).status).toBe(200)
  })
})
