import { mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type AnyEvent, type StoredEvent, SYSTEM } from '@guiche/contracts/envelope.js'
import { domainError } from '@guiche/contracts/errors.js'
import type { GuicheEvent } from '@guiche/contracts/events/index.js'
import type { Caller } from '@guiche/contracts/permissions.js'
import type { Report } from '@guiche/contracts/reports.js'
import { err, ok } from '@guiche/contracts/result.js'
import type { Signal } from '@guiche/contracts/signals.js'
import { streams } from '@guiche/contracts/streams.js'
import { TOPICS } from '@guiche/contracts/topics.js'
import { createEmbeddedBlobs } from '@guiche/infra/blobs/embedded.js'
import { createEmbeddedEventBus } from '@guiche/infra/event-bus/embedded.js'
import { createEmbeddedEventStore } from '@guiche/infra/event-store/embedded.js'
import type { EventStore } from '@guiche/infra/event-store/event-store.js'
import { apiErrors, mountRoutes } from '@guiche/infra/http/mount.js'
import { newUuid } from '@guiche/infra/ids.js'
import { createEmbeddedReadStore } from '@guiche/infra/read-store/embedded.js'
import { createViewNames } from '@guiche/infra/read-store/views.js'
import { createRecords } from '@guiche/infra/records/create-records.js'
import { createDocuments } from '@guiche/infra/records/documents.js'
import { createPresence } from '@guiche/infra/records/presence.js'
import { createEmbeddedVault } from '@guiche/infra/vault/embedded.js'
import { createProjector } from '@guiche/projector/projector.js'
import express from 'express'
import { createConversations } from '../conversations.js'
import type { AreaDeps } from '../deps.js'
import { createClaims } from '../kernel/claims.js'
import { createCommandIds } from '../kernel/command-ids.js'
import { createKernel } from '../kernel/create-kernel.js'
import { createSequences } from '../kernel/sequences.js'
import { silent } from './store.js'

export const KEY = Buffer.alloc(32, 7)
export const COMPANY = 1
export const FOREIGN = 2
export const CONNECTION = 9
export const SECOND_CONNECTION = 10
export const FOREIGN_CONNECTION = 90
export const QUEUE = 21
export const OTHER_QUEUE = 22
export const FOREIGN_QUEUE = 29

const caller = (userId: number, change: Partial<Caller> = {}): Caller => ({
  userId,
  companyId: COMPANY,
  profile: 'user',
  super: false,
  allTicket: false,
  queueIds: [QUEUE],
  sessionId: `session-${userId}`,
  ...change,
})
export const ADMIN = caller(1, { profile: 'admin', queueIds: [] })
export const ANA = caller(2)
export const BIA = caller(3)
export const STRANGER = caller(4, { queueIds: [OTHER_QUEUE] })
export const FOREIGNER = caller(5, { companyId: FOREIGN, profile: 'admin', queueIds: [] })

type Settings = Readonly<Record<string, string>>

/** Two companies with what tests meet there. */
const world = (settings: Settings): (readonly [string, number, GuicheEvent])[] => {
  const company = (companyId: number): readonly [string, number, GuicheEvent] => [
    streams.company(companyId),
    companyId,
    {
      type: 'company.registered.v1',
      data: {
        companyId,
        name: `Company ${companyId}`,
        email: '',
        phone: '',
        status: true,
        dueDate: null,
        timezone: 'America/Sao_Paulo',
        language: 'pt',
        limits: { users: null, connections: null, queues: null },
      },
    },
  ]
  const queue = (
    queueId: number,
    name: string,
    companyId: number,
  ): readonly [string, number, GuicheEvent] => [
    streams.queues(companyId),
    companyId,
    {
      type: 'queue.created.v1',
      data: {
        queueId,
        name,
        color: `#${queueId}0`,
        greetingMessage: '',
        outOfHoursMessage: '',
        orderQueue: null,
      },
    },
  ]
  const connection = (
    connectionId: number,
    companyId: number,
    isDefault: boolean,
  ): readonly [string, number, GuicheEvent][] => [
    [
      streams.connections(companyId),
      companyId,
      {
        type: 'connection.created.v1',
        data: {
          connectionId,
          channel: 'simulator',
          isDefault,
          name: `Connection ${connectionId}`,
          queueIds: connectionId === CONNECTION ? [QUEUE] : [],
          greetingMessage: '',
          complationMessage: connectionId === CONNECTION ? 'Até logo, {{firstName}}!' : '',
          outOfHoursMessage: '',
          ratingMessage: '',
        },
      },
    ],
    [
      streams.connection(connectionId),
      companyId,
      {
        type: 'connection.status-changed.v1',
        data: {
          connectionId,
          status: 'CONNECTED',
          previous: 'OPENING',
          reason: null,
          number: '1',
          retries: 0,
        },
      },
    ],
  ]
  const user = (
    { userId, companyId, profile, queueIds }: Caller,
    name: string,
  ): readonly [string, number, GuicheEvent] => [
    streams.user(userId),
    companyId,
    {
      type: 'user.created.v1',
      data: {
        userId,
        name,
        email: `${userId}@example.com`,
        profile,
        allTicket: false,
        queueIds: [...queueIds],
        connectionId: null,
        super: false,
        passwordRef: 'none',
      },
    },
  ]
  return [
    company(COMPANY),
    company(FOREIGN),
    queue(QUEUE, 'Vendas', COMPANY),
    queue(OTHER_QUEUE, 'Suporte', COMPANY),
    queue(FOREIGN_QUEUE, 'Fila', FOREIGN),
    ...connection(CONNECTION, COMPANY, true),
    ...connection(SECOND_CONNECTION, COMPANY, false),
    ...connection(FOREIGN_CONNECTION, FOREIGN, true),
    user(ADMIN, 'Adão'),
    user(ANA, 'Ana'),
    user(BIA, 'Bia'),
    user(STRANGER, 'Zé'),
    user(FOREIGNER, 'Fora'),
    ...Object.entries(settings).map(([key, value]): readonly [string, number, GuicheEvent] => [
      streams.settings(COMPANY),
      COMPANY,
      { type: 'setting.changed.v1', data: { key, value } },
    ]),
  ]
}

export type Desk = Awaited<ReturnType<typeof openDesk>>

/**
 * Conversations of command-api on embedded engines with live views, over HTTP: the bearer token of a caller is
 * `user-{id}`. `numbers` answers the gateway's number check (null: not on WhatsApp; absent: no answer).
 */
export const openDesk = async (options: { settings?: Settings; patienceMs?: number } = {}) => {
  const dir = await mkdtemp(join(tmpdir(), 'guiche-desk-'))
  const eventStore = await createEmbeddedEventStore({ dir })
  const eventBus = await createEmbeddedEventBus({ eventStore, dir })
  const readStore = await createEmbeddedReadStore({ dir })
  const vault = await createEmbeddedVault({ dir, secretKey: KEY })
  const blobs = await createEmbeddedBlobs({ dir: join(dir, 'blobs') })
  let time = new Date('2026-03-02T12:00:00.000Z')
  const clock = { now: () => time }
  const views = createViewNames(readStore, 0)
  const records = createRecords({ readStore, views, presence: createPresence(clock) })
  const documents = createDocuments(readStore, views)
  const projector = createProjector({ eventStore, eventBus, readStore, logger: silent })

  /** Everything above the engines, with no memory of before; `store` may fail on purpose. */
  const build = (store: EventStore = eventStore) => {
    const kernel = createKernel({ eventStore: store, clock, logger: silent })
    const deps: AreaDeps = {
      eventStore: store,
      eventBus,
      readStore,
      vault,
      blobs,
      records,
      documents,
      clock,
      secretKey: KEY,
      logger: silent,
      kernel,
      sequences: createSequences(kernel),
      commandIds: createCommandIds({ kernel, key: KEY }),
      claims: createClaims({ kernel, key: KEY }),
      // the rest of command-api is not part of this desk
      authenticator: undefined as never,
      tokens: undefined as never,
      config: undefined as never,
    }
    return { ...deps, conversations: createConversations(deps) }
  }
  const parts = build()

  for (const [stream, companyId, event] of world(options.settings ?? {})) {
    await eventStore.append(stream, 'any', [
      {
        ...event,
        id: newUuid(),
        companyId,
        time: time.toISOString(),
        actor: SYSTEM,
        correlationId: 'seed',
        causationId: newUuid(),
      },
    ])
  }
  await projector.prepare()
  await projector.start()
  await parts.conversations.start()

  const numbers = new Map<string, { number: string | null; lid: string | null }>()
  const asked: string[] = []
  const gateway = await eventBus.consume<Signal>({
    topic: TOPICS.signals,
    group: null,
    onBatch: async (batch) => {
      for (const { value } of batch) {
        if (value.kind !== 'request') continue
        asked.push(value.request.number)
        const known = numbers.get(value.request.number)
        if (known === undefined) continue
        const reply: Signal = {
          kind: 'reply',
          companyId: value.companyId,
          requestId: value.requestId,
          reply: { what: 'check-number', ...known },
        }
        await eventBus.publish(TOPICS.signals, [{ key: value.companyId, value: reply }])
      }
    },
  })

  const callers = [ADMIN, ANA, BIA, STRANGER, FOREIGNER]
  const app = express()
  app.use(
    '/api',
    mountRoutes(parts.conversations.routes, {
      authenticator: {
        byToken: async (token) => {
          const found = callers.find(({ userId }) => token === `user-${userId}`)
          return found === undefined ? err(domainError('ERR_SESSION_EXPIRED')) : ok(found)
        },
        bySession: async () => err(domainError('ERR_SESSION_EXPIRED')),
        forget: () => {},
      },
      records,
      logger: silent,
    }),
    ...apiErrors(silent),
  )
  const server = createServer(app)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`

  const call = async (
    who: Caller,
    method: 'POST' | 'PUT' | 'DELETE',
    path: string,
    body?: unknown,
    headers: Record<string, string> = {},
  ) => {
    const form = body instanceof FormData || body instanceof Uint8Array
    const response = await fetch(`${origin}/api${path}`, {
      method,
      headers: {
        authorization: `Bearer user-${who.userId}`,
        ...(form || body === undefined ? {} : { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body === undefined ? {} : { body: form ? (body as FormData) : JSON.stringify(body) }),
    })
    const text = await response.text()
    // biome-ignore lint/suspicious/noExplicitAny: tests look into answers of every shape
    let json: any = null
    try {
      json = text === '' ? null : JSON.parse(text)
    } catch {
      json = text
    }
    return { status: response.status, body: json, headers: response.headers }
  }

  /** Every event of the log whose type begins so, oldest first. */
  const log = async (prefix = ''): Promise<StoredEvent[]> => {
    const head = await eventStore.head()
    const found: StoredEvent[] = []
    const stop = new AbortController()
    for await (const batch of eventStore.subscribeAll({ after: ''.padStart(20, '0'), signal: stop.signal })) {
      found.push(...batch)
      if ((batch.at(-1)?.position ?? '') >= head) break
    }
    stop.abort()
    return found.filter(({ type }) => type.startsWith(prefix))
  }

  let position = 0
  const deliveries = (reports: readonly (Report | AnyEvent | unknown)[]) =>
    reports.map((value) => ({
      partition: 0,
      position: String(++position).padStart(20, '0'),
      key: (value as { companyId?: number } | null)?.companyId ?? COMPANY,
      value,
    }))

  return {
    ...parts,
    build,
    call,
    log,
    numbers,
    asked,
    deliveries,
    origin,
    /** Handles reports as one batch and waits for it. */
    report: (...reports: readonly unknown[]) => parts.conversations.inbound.handle(deliveries(reports)),
    /** Waits until the views show everything written so far. */
    shown: async () =>
      records.waitFor(
        ['inbox', 'conversation', 'contacts', 'connections', 'users', 'queues', 'companies', 'due-work'],
        `0:${await eventStore.head()}`,
        20_000,
      ),
    setTime: (iso: string) => {
      time = new Date(iso)
    },
    close: async () => {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
      await gateway.stop()
      await parts.conversations.stop()
      await projector.stop()
      await eventBus.close()
      await eventStore.close()
      await readStore.close()
      await vault.close()
      await blobs.close()
      await rm(dir, { recursive: true, force: true })
    },
  }
}
