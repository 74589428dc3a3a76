import { mkdtemp, rm } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createCommandApi } from '@guiche/command-api/command-api.js'
import { TOPICS } from '@guiche/contracts/bus/topics.js'
import { START, type StoredEvent, SYSTEM } from '@guiche/contracts/envelope.js'
import type { EventNamed, EventType } from '@guiche/contracts/events/index.js'
import type { EphemeralMessage } from '@guiche/contracts/realtime/ephemeral.js'
import { RECORDS } from '@guiche/contracts/records/index.js'
import { err } from '@guiche/contracts/result.js'
import { isInternalStream, streams } from '@guiche/contracts/streams.js'
import type { Caller } from '@guiche/contracts/users/permissions.js'
import { VIEWS, type ViewName } from '@guiche/contracts/views/collections.js'
import { createEmbeddedBlobs } from '@guiche/infra/blobs/embedded.js'
import { systemClock as clock } from '@guiche/infra/clock.js'
import { createMemoryCounters } from '@guiche/infra/counters/memory.js'
import { createEmbeddedEventBus } from '@guiche/infra/event-bus/embedded.js'
import { createEmbeddedEventStore } from '@guiche/infra/event-store/embedded.js'
import { createHttpApp } from '@guiche/infra/http/app.js'
import { createAuthenticator } from '@guiche/infra/http/authenticate.js'
import { createHttpServer } from '@guiche/infra/http/server.js'
import { createTokens } from '@guiche/infra/http/tokens.js'
import { newUuid } from '@guiche/infra/ids.js'
import { deriveKey } from '@guiche/infra/keys.js'
import { createDueWork } from '@guiche/infra/metrics/due-work.js'
import { createMetrics } from '@guiche/infra/metrics/metrics.js'
import { countParked } from '@guiche/infra/metrics/parked.js'
import { createEmbeddedReadStore } from '@guiche/infra/read-store/embedded.js'
import { createViewNames } from '@guiche/infra/read-store/views.js'
import { createRecords } from '@guiche/infra/records/create-records.js'
import { createPresence } from '@guiche/infra/records/presence.js'
import { createSerialQueue } from '@guiche/infra/serial-queue.js'
import { placedVault } from '@guiche/infra/testing/placed-vault.js'
import { sharedThread } from '@guiche/infra/testing/shared.js'
import { createEmbeddedVault } from '@guiche/infra/vault/embedded.js'
import type { PushTarget } from '@guiche/infra/web-push/client.js'
import { createProjector } from '@guiche/projector/projector.js'
import { createQueryApi } from '@guiche/query-api/query-api.js'
import { pino } from 'pino'

export interface Reply {
  readonly status: number
  /** raw text of the response body */
  readonly text: string
  // biome-ignore lint/suspicious/noExplicitAny: the suite looks into answers of every route
  readonly body: any
  readonly headers: Headers
}
export type Office = Awaited<ReturnType<typeof openOffice>>

const KEY = Buffer.alloc(32, 5)
const METRICS_TOKEN = 'a token for those who read metrics'

/**
 * Both APIs as in an installation, on embedded engines. Outgoing traffic is intercepted: pushes, and requests to gateways,
 * which know every number.
 */
export const openOffice = async () => {
  const dir = await mkdtemp(join(tmpdir(), 'guiche-office-'))
  const logger = pino({ level: process.env.TEST_LOG ?? 'silent' })
  const thread = sharedThread()
  const eventStore = await createEmbeddedEventStore({ dir, thread })
  const eventBus = await createEmbeddedEventBus({ eventStore, dir, thread })
  const readStore = await createEmbeddedReadStore({ dir, thread })
  const vault = placedVault(await createEmbeddedVault({ dir, secretKey: KEY, thread }))
  const blobs = await createEmbeddedBlobs({ dir: join(dir, 'blobs') })
  const metrics = createMetrics({ service: 'embedded', version: '0' })
  const views = createViewNames(readStore, 0)
  const presence = createPresence(clock)
  const records = createRecords({ readStore, views, presence })
  const tokens = createTokens(deriveKey(KEY, 'tokens'))
  const authenticator = createAuthenticator({ records, tokens, clock })
  const read = { readStore, views, presence, records, tokens, authenticator, clock, logger }
  const projector = createProjector({ eventStore, eventBus, readStore, logger, observer: metrics.projector })
  const pushes: { readonly target: PushTarget; readonly text: string }[] = []
  const commandApi = await createCommandApi({
    ...{ ...read, eventStore, eventBus, vault, blobs, secretKey: KEY },
    counters: createMemoryCounters(1000),
    exclusively: createSerialQueue(),
    observer: metrics.commands,
    mailer: null,
    guardedFetch: async () => err('unreachable'),
    pushClient: {
      send: async (target, { text }) => {
        pushes.push({ target, text })
        return 'sent'
      },
    },
    config: {
      publicUrl: 'http://office.example',
      humanVerification: { kind: 'off' },
      simulator: true,
      version: '0',
      sole: true,
    },
  })
  const queryApi = createQueryApi({
    ...{ ...read, bus: eventBus, blobs, observer: metrics.realtime },
    config: { publicUrl: 'http://office.example', trustProxy: 'loopback' },
  })
  metrics.watch({
    dueWork: createDueWork({ readStore, clock }),
    parked: () => countParked(vault),
    sockets: queryApi.sockets,
  })
  const gateway = await eventBus.consume<EphemeralMessage>({
    topic: TOPICS.ephemeral,
    group: null,
    onBatch: async (batch) => {
      for (const { value } of batch) {
        if (value.kind !== 'request') continue
        const { companyId, requestId, request } = value
        const reply =
          request.what === 'check-number'
            ? ({ what: 'check-number', number: request.number, lid: null } as const)
            : ({ what: 'done' } as const)
        const message: EphemeralMessage = { kind: 'reply', companyId, requestId, reply }
        await eventBus.publish(TOPICS.ephemeral, [{ key: companyId, value: message }])
      }
    },
  })
  const app = createHttpApp({
    config: { publicUrl: 'http://office.example' },
    logger,
    routers: { api: [commandApi.router, queryApi.router] },
    health: async () => ({ ready: true }),
    metrics: { text: metrics.text, token: METRICS_TOKEN },
    observer: metrics.http,
  })
  const server = createHttpServer()
  server.on('request', app)
  server.on('upgrade', queryApi.upgrade)

  const happen = async <T extends EventType>(
    companyId: number,
    stream: string,
    type: T,
    data: EventNamed<T>['data'],
  ): Promise<void> => {
    const id = newUuid()
    const time = clock.now().toISOString()
    const event = { id, type, data, companyId, time, actor: SYSTEM, correlationId: id, causationId: id }
    const appended = await eventStore.append(stream, 'any', [event])
    if (!appended.ok) throw new Error(`${type}: ${JSON.stringify(appended.error)}`)
  }

  // Each kind of record starts at another number, so that an id shows its kind.
  const kinds = ['user', 'connection', 'contact', 'ticket', 'extra-info', ...Object.keys(RECORDS)]
  for (const [n, kind] of kinds.entries()) {
    const to = (11 + n) * 10_000_000
    await happen(0, streams.sequence(kind), 'sequence.block-taken.v1', { from: to, to })
  }
  await projector.prepare()
  await projector.start()
  await queryApi.start()
  await commandApi.start()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`

  const call = async (
    token: string | null,
    method: string,
    path: string,
    body?: unknown,
    headers: Readonly<Record<string, string>> = {},
  ): Promise<Reply> => {
    const isForm = body instanceof FormData
    const response = await fetch(`${url}/api${path}`, {
      method,
      headers: {
        ...(token === null ? {} : { authorization: `Bearer ${token}` }),
        ...(isForm || body === undefined ? {} : { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body === undefined ? {} : { body: isForm ? body : JSON.stringify(body) }),
    })
    const text = Buffer.from(await response.arrayBuffer()).toString('latin1')
    const isJson = response.headers.get('content-type')?.includes('json') === true
    return {
      status: response.status,
      text,
      body: isJson ? JSON.parse(text) : text,
      headers: response.headers,
    }
  }

  const events = async (): Promise<readonly StoredEvent[]> => {
    const head = await eventStore.head()
    const all: StoredEvent[] = []
    const stop = new AbortController()
    for await (const batch of eventStore.subscribeAll({ after: START, signal: stop.signal })) {
      all.push(...batch)
      if ((batch.at(-1)?.position ?? '') >= head) break
    }
    stop.abort()
    return all
  }

  /** Stops everything. The data stays in the folder. */
  const stop = async (): Promise<void> => {
    if (isStopped) return
    isStopped = true
    await queryApi.stop()
    server.closeAllConnections()
    await new Promise((resolve) => server.close(resolve))
    await gateway.stop()
    await commandApi.stop()
    await projector.stop()
    await eventBus.close()
    await Promise.all([readStore.close(), vault.close(), blobs.close(), eventStore.close()])
  }
  let isStopped = false

  return {
    ...{ url, dir, call, events, happen, pushes, vault, blobs, stop },
    routes: [...commandApi.routes, ...queryApi.routes],
    /** Signs an existing user in. */
    signIn: async (caller: Pick<Caller, 'userId' | 'companyId' | 'profile'>): Promise<string> => {
      const { userId, companyId } = caller
      const sessionId = newUuid()
      await happen(companyId, streams.user(userId), 'user.session-started.v1', { userId, sessionId })
      const whole = { super: false, allTicket: false, queueIds: [], ...caller, sessionId }
      return tokens.sign({ ...whole, name: '' } as Parameters<typeof tokens.sign>[0], clock.now())
    },
    /** Waits until the views show all events so far. */
    settled: async (): Promise<void> => {
      const last = (await events()).filter(({ stream }) => !isInternalStream(stream)).at(-1)
      const all = Object.keys(VIEWS) as ViewName[]
      const there = await records.waitFor(all, `0:${last?.position ?? 0}`, 20_000)
      if (!there) throw new Error('the views are not there yet')
    },
    metrics: async (): Promise<string> => {
      const asked = await fetch(`${url}/metrics`, { headers: { authorization: `Bearer ${METRICS_TOKEN}` } })
      return asked.text()
    },
    close: async () => {
      await stop()
      await rm(dir, { recursive: true, force: true })
    },
  }
}
