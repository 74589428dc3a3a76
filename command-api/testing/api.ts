import { mkdtemp, rm } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { START, type StoredEvent } from '@guiche/contracts/envelope.js'
import { err } from '@guiche/contracts/result.js'
import { createEmbeddedBlobs } from '@guiche/infra/blobs/embedded.js'
import { systemClock } from '@guiche/infra/clock.js'
import { createMemoryCounters } from '@guiche/infra/counters/memory.js'
import { createEmbeddedEventBus } from '@guiche/infra/event-bus/embedded.js'
import { createEmbeddedEventStore } from '@guiche/infra/event-store/embedded.js'
import { createAuthenticator } from '@guiche/infra/http/authenticate.js'
import { apiErrors } from '@guiche/infra/http/errors.js'
import { createHttpServer } from '@guiche/infra/http/server.js'
import { createTokens } from '@guiche/infra/http/tokens.js'
import { newUuid } from '@guiche/infra/ids.js'
import { deriveKey } from '@guiche/infra/keys.js'
import { createEmbeddedReadStore } from '@guiche/infra/read-store/embedded.js'
import { createViewNames } from '@guiche/infra/read-store/views.js'
import { createRecords } from '@guiche/infra/records/create-records.js'
import { createSerialQueue } from '@guiche/infra/serial-queue.js'
import { placedVault } from '@guiche/infra/testing/placed-vault.js'
import { sharedThread } from '@guiche/infra/testing/shared.js'
import { createEmbeddedVault } from '@guiche/infra/vault/embedded.js'
import { createProjector } from '@guiche/projector/projector.js'
import express from 'express'
import { createCommandApi } from '../command-api.js'
import type { CommandApiConfig, CommandApiDeps } from '../deps.js'
import { createClaims } from '../kernel/claims.js'
import { createCommandIds } from '../kernel/command-ids.js'
import { createKernel } from '../kernel/create-kernel.js'
import { createSequences } from '../kernel/sequences.js'
import { createUser } from '../user/create-user.js'
import { createHoldings } from '../user/holdings.js'
import { createPasswords } from '../user/passwords.js'
import { watchEndings } from './effects.js'
import { metaFor, silentLogger } from './store.js'

export interface Answer {
  readonly status: number
  // biome-ignore lint/suspicious/noExplicitAny: tests look into bodies of every route
  readonly body: any
  readonly headers: Headers
  /** cookies that the response sets, as `name=value` */
  readonly cookies: readonly string[]
}
export interface CallOptions {
  readonly token?: string
  /** the header Idempotency-Key */
  readonly key?: string
  readonly cookie?: string
  readonly origin?: string
  /** the client's address: the header X-Forwarded-For, as a proxy on this machine sets it */
  readonly from?: string
}

const parseAnswer = (answer: Response, text: string): unknown => {
  const json = answer.headers.get('content-type')?.includes('json') === true && text !== ''
  return json ? JSON.parse(text) : text
}

/**
 * command-api as in embedded mode, with views, on a real server and a free port. The clock is the system's clock plus the time
 * that `advance` added.
 */
export const startTestApi = async (
  config: Partial<CommandApiConfig> = {},
  watched: Partial<Pick<CommandApiDeps, 'logger' | 'observer' | 'mailer'>> = {},
) => {
  const dir = await mkdtemp(join(tmpdir(), 'guiche-api-'))
  const secretKey = Buffer.alloc(32, 3)
  let ahead = 0
  const clock = { now: () => new Date(Date.now() + ahead) }
  const thread = sharedThread()
  const endings = watchEndings()
  const eventStore = endings.store(await createEmbeddedEventStore({ dir, thread }))
  const readStore = await createEmbeddedReadStore({ dir, thread })
  const vault = placedVault(await createEmbeddedVault({ dir, secretKey, thread }))
  const blobs = await createEmbeddedBlobs({ dir })
  const eventBus = await createEmbeddedEventBus({ eventStore, dir, thread })
  const views = createViewNames(readStore, 0)
  const records = createRecords({
    readStore,
    views,
    presence: { isOnline: () => false, isAway: () => false },
  })
  const tokens = createTokens(deriveKey(secretKey, 'tokens'))
  const authenticator = createAuthenticator({ records, tokens, clock })
  const projector = createProjector({ eventStore, eventBus, readStore, logger: silentLogger })
  await projector.prepare()
  await projector.start()
  const api = await createCommandApi({
    ...{ eventStore, eventBus, readStore, vault, blobs, records, authenticator, tokens, clock, secretKey },
    config: {
      publicUrl: 'http://127.0.0.1',
      humanVerification: { kind: 'off' },
      simulator: true,
      version: '0.1.0',
      ...config,
    },
    counters: createMemoryCounters(1000),
    mailer: null,
    guardedFetch: async () => err('unreachable'),
    pushClient: { send: async () => 'sent' },
    exclusively: createSerialQueue(),
    logger: silentLogger,
    ...watched,
  })
  await api.start()
  const app = express()
  app.set('trust proxy', 'loopback')
  app.use('/api', endings.handler, api.router, ...apiErrors(silentLogger))
  const server = createHttpServer()
  server.on('request', app)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`

  const call = async (
    method: string,
    path: string,
    body?: unknown,
    options: CallOptions = {},
  ): Promise<Answer> => {
    const answer = await fetch(`${url}/api${path}`, {
      method,
      headers: {
        ...(options.token === undefined ? {} : { authorization: `Bearer ${options.token}` }),
        ...(options.key === undefined ? {} : { 'idempotency-key': options.key }),
        ...(options.origin === undefined ? {} : { origin: options.origin }),
        ...(options.cookie === undefined ? {} : { cookie: options.cookie }),
        ...(options.from === undefined ? {} : { 'x-forwarded-for': options.from }),
        ...(body === undefined || body instanceof FormData ? {} : { 'content-type': 'application/json' }),
      },
      ...(body === undefined ? {} : { body: body instanceof FormData ? body : JSON.stringify(body) }),
    })
    const text = await answer.text()
    const cookies = answer.headers.getSetCookie().map((cookie) => cookie.split(';')[0] ?? '')
    return { status: answer.status, body: parseAnswer(answer, text), headers: answer.headers, cookies }
  }

  /** All events so far, or all events of one stream. */
  const events = async (stream?: string): Promise<readonly StoredEvent[]> => {
    if (stream !== undefined) return eventStore.read(stream)
    const head = await eventStore.head()
    if (head === START) return []
    const all: StoredEvent[] = []
    const stop = new AbortController()
    for await (const batch of eventStore.subscribeAll({ after: START, signal: stop.signal })) {
      all.push(...batch)
      if ((batch.at(-1)?.position ?? '') >= head) break
    }
    stop.abort()
    return all
  }

  /** Appends events directly, as another process would: `{stream, type, data, companyId}` each. */
  const write = async (
    stream: string,
    companyId: number,
    ...facts: readonly { type: string; data: unknown }[]
  ): Promise<string> => {
    const appended = await eventStore.append(
      stream,
      'any',
      facts.map(({ type, data }) => ({
        ...{ id: newUuid(), type, data, companyId, time: clock.now().toISOString() },
        ...{ actor: { kind: 'system', id: 0 }, correlationId: newUuid(), causationId: newUuid() },
      })),
    )
    if (!appended.ok) throw new Error(JSON.stringify(appended.error))
    return appended.value.position
  }

  return {
    url,
    call,
    events,
    write,
    ...{ api, records, vault, blobs, eventStore, readStore, authenticator, secretKey },
    /** Moves the clock forward. */
    advance: (milliseconds: number) => {
      ahead += milliseconds
    },
    close: async () => {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
      await api.stop()
      await projector.stop()
      await eventBus.close()
      await Promise.all([readStore.close(), vault.close(), blobs.close(), eventStore.close()])
      await rm(dir, { recursive: true, force: true })
      endings.check()
    },
  }
}
export type TestApi = Awaited<ReturnType<typeof startTestApi>>

export const ADMIN = { email: 'ana@guiche.test', password: 'correct horse' } as const

/** Signs in. Gives the token and the cookies. Rejects if the login is refused. */
export const signIn = async (api: TestApi, email: string, password: string) => {
  const answer = await api.call('POST', '/auth/login', { email, password })
  if (answer.status !== 200) throw new Error(`login: ${answer.status} ${JSON.stringify(answer.body)}`)
  return { token: String(answer.body.token), user: answer.body.user, cookie: answer.cookies.join('; ') }
}

/** The first set-up: company 1 and its super user, signed in. */
export const setUp = async (api: TestApi) => {
  const answer = await api.call('POST', '/setup', { companyName: 'Padaria', name: 'Ana', ...ADMIN })
  if (answer.status !== 200) throw new Error(`setup: ${answer.status} ${JSON.stringify(answer.body)}`)
  return { token: String(answer.body.token), user: answer.body.user, cookie: answer.cookies.join('; ') }
}

/**
 * Adds another company with an administrator, or a user of another profile. Appends events directly, as another process would.
 */
export const addCompany = async (
  api: TestApi,
  companyId: number,
  more: {
    limits?: object
    dueDate?: string | null
    status?: boolean
    without?: readonly string[]
    profile?: 'admin' | 'user'
  } = {},
) => {
  const { limits = {}, dueDate = null, status = true, without = [], profile = 'admin' } = more
  const email = `admin${companyId}@guiche.test`
  await api.write(`company-${companyId}`, companyId, {
    type: 'company.registered.v1',
    data: {
      ...{ companyId, name: `Company ${companyId}`, email, phone: '', status, dueDate },
      ...{ timezone: 'America/Sao_Paulo', language: 'pt', without },
      limits: { users: null, connections: null, queues: null, ...limits },
    },
  })
  const kernel = createKernel({ eventStore: api.eventStore, clock: systemClock, logger: silentLogger })
  const key = deriveKey(api.secretKey, 'claims')
  const claims = createClaims({ kernel, key })
  const created = await createUser(
    {
      ...{ kernel, sequences: createSequences(kernel), commandIds: createCommandIds({ kernel, key }) },
      passwords: createPasswords(api.vault),
      holdings: createHoldings({ kernel, claims, exclusively: createSerialQueue() }),
    },
    {
      ...{ name: 'Bia', email, password: ADMIN.password, profile, super: false },
      ...{
        allTicket: false,
        queueIds: [],
        connectionId: null,
        maxOpenTickets: null,
        startWork: '',
        endWork: '',
      },
    },
    null,
    { ...metaFor(), companyId },
  )
  if (!created.ok) throw new Error(JSON.stringify(created.error))
  return { companyId, email, userId: created.value.state.userId }
}
