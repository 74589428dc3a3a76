import { mkdtemp, rm } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Actor, SYSTEM } from '@guiche/contracts/envelope.js'
import type { EventNamed, EventType } from '@guiche/contracts/events/index.js'
import type { Caller } from '@guiche/contracts/users/permissions.js'
import { VIEWS, type ViewName } from '@guiche/contracts/views/collections.js'
import { createEmbeddedBlobs } from '@guiche/infra/blobs/embedded.js'
import type { Clock } from '@guiche/infra/clock.js'
import { createEmbeddedEventBus } from '@guiche/infra/event-bus/embedded.js'
import { createEmbeddedEventStore } from '@guiche/infra/event-store/embedded.js'
import { createHttpApp } from '@guiche/infra/http/app.js'
import { createAuthenticator } from '@guiche/infra/http/authenticate.js'
import { createHttpServer } from '@guiche/infra/http/server.js'
import { createTokens } from '@guiche/infra/http/tokens.js'
import { newUuid } from '@guiche/infra/ids.js'
import { createEmbeddedReadStore } from '@guiche/infra/read-store/embedded.js'
import { createViewNames } from '@guiche/infra/read-store/views.js'
import { createRecords } from '@guiche/infra/records/create-records.js'
import { createPresence } from '@guiche/infra/records/presence.js'
import { sharedThread } from '@guiche/infra/testing/shared.js'
import { createProjector } from '@guiche/projector/projector.js'
import { pino } from 'pino'
import { createQueryApi } from '../query-api.js'

/** A signed-in user, with the data of the session. */
export interface Agent {
  readonly userId: number
  readonly companyId: number
  readonly sessionId: string
  readonly token: string
}

export interface Answer<T> {
  readonly status: number
  readonly body: T
  readonly headers: Headers
}

/** The query side in its own folder, with real stores, projector and server. Tests append events and send queries. */
export const openDesk = async () => {
  const dir = await mkdtemp(join(tmpdir(), 'guiche-query-'))
  const logger = pino({ level: process.env.TEST_LOG ?? 'silent' })
  let ahead = 0
  const clock: Clock = { now: () => new Date(Date.now() + ahead) }
  const thread = sharedThread()
  const eventStore = await createEmbeddedEventStore({ dir, thread })
  const bus = await createEmbeddedEventBus({ eventStore, dir, logger, thread })
  const readStore = await createEmbeddedReadStore({ dir, thread })
  const blobs = await createEmbeddedBlobs({ dir })
  const projector = createProjector({ eventStore, eventBus: bus, readStore, logger })
  await projector.prepare()
  await projector.start()

  const presence = createPresence(clock)
  const views = createViewNames(readStore)
  const records = createRecords({ readStore, views, presence })
  const tokens = createTokens(Buffer.alloc(32, 7))
  const authenticator = createAuthenticator({ records, tokens, clock })
  /** `stale`: how long the views have lagged, set by a test; `sent` and `dropped`: metrics of the sockets */
  const told = { stale: 0, sent: 0, dropped: 0 }
  const queryApi = createQueryApi({
    stale: () => told.stale,
    observer: {
      sent: (frames) => {
        told.sent += frames
      },
      dropped: () => {
        told.dropped += 1
      },
    },
    config: { publicUrl: 'http://desk.example', trustProxy: 'loopback' },
    readStore,
    views,
    records,
    presence,
    bus,
    blobs,
    authenticator,
    tokens,
    clock,
    logger,
  })
  await queryApi.start()
  const app = createHttpApp({
    config: { publicUrl: 'http://desk.example' },
    logger,
    routers: { api: [queryApi.router] },
    health: async () => ({ ready: true }),
    webDist: join(dir, 'web'),
  })
  const server = createHttpServer()
  server.on('request', app)
  server.on('upgrade', queryApi.upgrade)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`

  let position = ''
  /** Each event is later than the one before, even on a fast machine. */
  let last = 0
  const nextTime = (): string => {
    last = Math.max(last + 1, Date.now())
    return new Date(last).toISOString()
  }
  /** Appends one event to its stream. The views lag until `settled`. */
  const happen = async <T extends EventType>(
    companyId: number,
    stream: string,
    type: T,
    data: EventNamed<T>['data'],
    extra: { actor?: Actor; time?: string } = {},
  ): Promise<string> => {
    const { actor = SYSTEM, time = nextTime() } = extra
    const id = newUuid()
    const event = { id, type, data, companyId, time, actor, correlationId: id, causationId: id }
    const appended = await eventStore.append(stream, 'any', [event])
    if (!appended.ok) throw new Error(`${type}: ${JSON.stringify(appended.error)}`)
    position = appended.value.position
    return position
  }
  /** Waits until every view has folded all events. */
  const settled = async (): Promise<void> => {
    const all = Object.keys(VIEWS) as ViewName[]
    if (!(await records.waitFor(all, `0:${position}`, 10_000))) throw new Error('views lag')
  }

  const signIn = async (caller: Pick<Caller, 'userId' | 'companyId'> & Partial<Caller>): Promise<Agent> => {
    const { userId, companyId } = caller
    const sessionId = newUuid()
    await happen(companyId, `user-${userId}`, 'user.session-started.v1', { userId, sessionId })
    await settled()
    const token = await tokens.sign(
      { profile: 'user', super: false, allTicket: false, queueIds: [], name: '', ...caller, sessionId },
      clock.now(),
    )
    return { userId, companyId, sessionId, token }
  }

  /** A super user visits the company of this administrator for half an hour. The visit depends on the super user's session. */
  const visit = async (host: Pick<Caller, 'userId' | 'companyId'>, visitor: Agent): Promise<Agent> => {
    const { userId, companyId } = host
    const sessionId = newUuid()
    await happen(companyId, `user-${userId}`, 'user.visited.v1', {
      ...{ userId, sessionId, why: 'asked for help', visitorSessionId: visitor.sessionId },
      ...{ visitorId: visitor.userId, visitorCompanyId: visitor.companyId },
      until: new Date(clock.now().getTime() + 30 * 60_000).toISOString(),
    })
    await settled()
    const token = await tokens.sign(
      { profile: 'admin', name: '', ...host, sessionId, isVisit: true },
      clock.now(),
    )
    return { userId, companyId, sessionId, token }
  }

  const get = async <T>(
    agent: Agent | null,
    path: string,
    headers: Record<string, string> = {},
  ): Promise<Answer<T>> => {
    const response = await fetch(`${url}/api${path}`, {
      headers: {
        ...(agent === null ? {} : { authorization: `Bearer ${agent.token}`, cookie: `media=${agent.token}` }),
        ...headers,
      },
    })
    const text = await response.text()
    const json = response.headers.get('content-type')?.includes('json') ?? false
    return {
      status: response.status,
      body: (json && text !== '' ? JSON.parse(text) : text) as T,
      headers: response.headers,
    }
  }

  return {
    url,
    clock: { forward: (ms: number) => (ahead += ms) },
    bus,
    blobs,
    told,
    queryApi,
    readStore,
    views,
    records,
    happen,
    settled,
    signIn,
    visit,
    get,
    close: async () => {
      await queryApi.stop()
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
      await projector.stop()
      await bus.close()
      await readStore.close()
      await eventStore.close()
      await blobs.close()
      await rm(dir, { recursive: true, force: true })
    },
  }
}
export type Desk = Awaited<ReturnType<typeof openDesk>>
