import { mkdtemp, rm } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Report } from '@guiche/contracts/bus/reports.js'
import { TOPICS } from '@guiche/contracts/bus/topics.js'
import { type AnyEvent, type StoredEvent, SYSTEM } from '@guiche/contracts/envelope.js'
import { domainError } from '@guiche/contracts/errors.js'
import type { Language } from '@guiche/contracts/languages.js'
import type { EphemeralMessage, GatewayReply, GatewayRequest } from '@guiche/contracts/realtime/ephemeral.js'
import { err, ok } from '@guiche/contracts/result.js'
import { isInternalStream } from '@guiche/contracts/streams.js'
import type { Caller } from '@guiche/contracts/users/permissions.js'
import { VIEWS, type ViewName } from '@guiche/contracts/views/collections.js'
import { createEmbeddedBlobs } from '@guiche/infra/blobs/embedded.js'
import { createMemoryCounters } from '@guiche/infra/counters/memory.js'
import { createEmbeddedEventBus } from '@guiche/infra/event-bus/embedded.js'
import { createEmbeddedEventStore } from '@guiche/infra/event-store/embedded.js'
import type { EventStore } from '@guiche/infra/event-store/event-store.js'
import { apiErrors } from '@guiche/infra/http/errors.js'
import type { GuardedFetch } from '@guiche/infra/http/guarded-fetch.js'
import { mountRoutes } from '@guiche/infra/http/mount.js'
import { createHttpServer } from '@guiche/infra/http/server.js'
import { newUuid } from '@guiche/infra/ids.js'
import { createEmbeddedReadStore } from '@guiche/infra/read-store/embedded.js'
import { createViewNames } from '@guiche/infra/read-store/views.js'
import { createRecords } from '@guiche/infra/records/create-records.js'
import { createDocuments } from '@guiche/infra/records/documents.js'
import { createPresence } from '@guiche/infra/records/presence.js'
import { createSerialQueue } from '@guiche/infra/serial-queue.js'
import { createStandings } from '@guiche/infra/subscription/standings.js'
import { placedVault } from '@guiche/infra/testing/placed-vault.js'
import { sharedThread } from '@guiche/infra/testing/shared.js'
import { createEmbeddedVault } from '@guiche/infra/vault/embedded.js'
import type { PushClient } from '@guiche/infra/web-push/client.js'
import { createProjector } from '@guiche/projector/projector.js'
import express from 'express'
import { createApiTokens } from '../connections/api-tokens.js'
import { CONSEQUENCES } from '../consequences.js'
import { createRefs } from '../contact/refs.js'
import type { AreaDeps } from '../deps.js'
import { createClaims } from '../kernel/claims.js'
import { createCommandIds } from '../kernel/command-ids.js'
import { createKernel } from '../kernel/create-kernel.js'
import { createSequences } from '../kernel/sequences.js'
import { createRoomToSend } from '../message/room-to-send.js'
import { createFinish } from '../processes/consequences.js'
import { startAll, stopAll } from '../processes/running.js'
import { recordCommands } from '../records/commands.js'
import { fileListCommands } from '../records/file-lists.js'
import { occurrenceCommands } from '../records/occurrences.js'
import { createServices } from '../services.js'
import { conversationsWith, groupOf } from './consequences.js'
import { watchEndings } from './effects.js'
import { silentLogger } from './store.js'
import { ADMIN, ANA, BIA, COMPANY, FOREIGNER, type Settings, STRANGER, world } from './world.js'

export * from './world.js'

export const KEY = Buffer.alloc(32, 7)
/** limit of waiting messages for each sender and connection: this desk never sends them */
export const MOST_WAITING = 300
/** Sends until a message is refused, because waiting messages are counted only now and then. Gives the last response. */
export const untilRefused = async <A extends { readonly status: number }>(
  send: () => Promise<A>,
): Promise<A> => {
  for (let left = MOST_WAITING; ; left--) {
    const answer = await send()
    if (answer.status === 429 || left === 0) return answer
  }
}
export type Desk = Awaited<ReturnType<typeof openDesk>>

/**
 * The conversations of command-api on embedded engines with live views, over HTTP. A caller's bearer token is `user-{id}`.
 * `numbers`: results of the gateway's number check (null: not on WhatsApp; a code: refused; absent: no answer).
 * `lines`: milliseconds since a connection came up (absent: no answer).
 */
export const openDesk = async (
  options: {
    settings?: Settings
    language?: Language
    timeoutMs?: number
    pushClient?: PushClient
    guardedFetch?: GuardedFetch
    /** as in embedded mode, where no other process writes */
    sole?: boolean
  } = {},
) => {
  const dir = await mkdtemp(join(tmpdir(), 'guiche-desk-'))
  const thread = sharedThread()
  const endings = watchEndings()
  const eventStore = endings.store(await createEmbeddedEventStore({ dir, thread }))
  const eventBus = await createEmbeddedEventBus({ eventStore, dir, thread })
  const readStore = await createEmbeddedReadStore({ dir, thread })
  const vault = placedVault(await createEmbeddedVault({ dir, secretKey: KEY, thread }))
  const blobs = await createEmbeddedBlobs({ dir: join(dir, 'blobs') })
  let time = new Date('2026-03-02T12:00:00.000Z')
  const clock = { now: () => time }
  const views = createViewNames(readStore, 0)
  const records = createRecords({ readStore, views, presence: createPresence(clock) })
  const documents = createDocuments(readStore, views)
  const projector = createProjector({ eventStore, eventBus, readStore, logger: silentLogger })

  /** Builds everything above the engines anew, without state in memory. `store` may fail on purpose. */
  const build = (store: EventStore = eventStore) => {
    const kernel = createKernel({
      ...{ eventStore: store, clock, logger: silentLogger },
      ...(options.sole !== undefined && { sole: options.sole }),
    })
    const deps: AreaDeps = {
      eventStore: store,
      eventBus,
      readStore,
      vault,
      blobs,
      counters: createMemoryCounters(1000),
      mailer: null,
      guardedFetch: options.guardedFetch ?? (async () => err('unreachable')),
      pushClient: options.pushClient ?? { send: async () => 'sent' },
      exclusively: createSerialQueue(),
      records,
      documents,
      standings: createStandings(records, clock),
      roomToSend: createRoomToSend({ documents }, MOST_WAITING),
      clock,
      secretKey: KEY,
      nameKeys: { claims: KEY, reactors: KEY },
      logger: silentLogger,
      running: [],
      kernel,
      sequences: createSequences(kernel),
      commandIds: createCommandIds({ kernel, key: KEY }),
      claims: createClaims({ kernel, key: KEY }),
      // This desk has no other areas of command-api.
      authenticator: undefined as never,
      tokens: undefined as never,
      config: {} as AreaDeps['config'],
    }
    const served = { ...deps, ...createServices(deps) }
    const recordRoutes = [
      ...recordCommands({
        ...served,
        refs: createRefs(deps),
        closing: { plan: served.planUse.close },
        finish: createFinish(served, CONSEQUENCES),
      }),
      ...fileListCommands({ ...served, refs: createRefs(deps) }),
      ...occurrenceCommands(deps),
    ]
    const automaticMessages = groupOf('courtesies', served)
    groupOf('push', served)
    return { ...deps, conversations: conversationsWith(served), automaticMessages, recordRoutes }
  }
  const parts = build()
  const apiTokens = createApiTokens(parts)

  // in one transaction, in this order
  await Promise.all(
    world(options.settings ?? {}, options.language ?? 'pt').map(([stream, companyId, event]) =>
      eventStore.append(stream, 'any', [
        {
          ...event,
          id: newUuid(),
          companyId,
          time: time.toISOString(),
          actor: SYSTEM,
          correlationId: 'seed',
          causationId: newUuid(),
        },
      ]),
    ),
  )
  await projector.prepare()
  await projector.start()
  await startAll(parts.running)

  const numbers = new Map<string, { number: string | null; lid: string | null } | { code: string }>()
  const lines = new Map<number, number>()
  const asked: string[] = []
  const answerOf = (request: GatewayRequest): GatewayReply | null => {
    if (request.what === 'up-for') {
      const ms = lines.get(request.connectionId)
      return ms === undefined ? null : { what: 'up-for', ms }
    }
    const about = request.what === 'block' ? request.jid : request.number
    asked.push(about)
    const known = numbers.get(about)
    if (known !== undefined) {
      return 'code' in known ? { what: 'failed', ...known } : { what: 'check-number', ...known }
    }
    return request.what === 'block' ? { what: 'done' } : null
  }
  const gateway = await eventBus.consume<EphemeralMessage>({
    topic: TOPICS.ephemeral,
    group: null,
    onBatch: async (batch) => {
      for (const { value } of batch) {
        if (value.kind !== 'request') continue
        const { companyId, requestId, request } = value
        const reply = answerOf(request)
        if (reply === null) continue
        const message: EphemeralMessage = { kind: 'reply', companyId, requestId, reply }
        await eventBus.publish(TOPICS.ephemeral, [{ key: companyId, value: message }])
      }
    },
  })

  const sessions = new Map([ADMIN, ANA, BIA, STRANGER, FOREIGNER].map((who) => [who.userId, who]))
  const signedIn = async (userId: number) => {
    const caller = sessions.get(userId)
    return caller === undefined ? err(domainError('ERR_SESSION_EXPIRED')) : ok(caller)
  }
  const app = express()
  app.use(
    '/api',
    endings.handler,
    mountRoutes([...parts.conversations.routes, ...parts.recordRoutes], {
      authenticator: {
        byToken: (token) => signedIn(Number(/^user-(\d+)$/.exec(token ?? '')?.[1])),
        bySession: ({ userId }) => signedIn(userId),
        forget: () => {},
      },
      byApiToken: apiTokens.callerOf,
      records,
      logger: silentLogger,
    }),
    ...apiErrors(silentLogger),
  )
  const server = createHttpServer()
  server.on('request', app)
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

  /** Every event whose type has this prefix, oldest first. */
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
    /** folder of the engines' files */
    dir,
    build,
    apiTokens,
    projector,
    call,
    log,
    numbers,
    lines,
    asked,
    deliveries,
    /** signed-in users with their current rights; a session without an entry has ended */
    sessions,
    server,
    origin,
    /** Handles reports as one batch and waits until it is done. */
    report: (...reports: readonly unknown[]) => parts.conversations.inbound.handle(deliveries(reports)),
    /** Waits until the views show all events so far. */
    shown: async () => {
      const last = (await log()).filter(({ stream }) => !isInternalStream(stream)).at(-1)
      const views = Object.keys(VIEWS) as ViewName[]
      const there = await records.waitFor(views, `0:${last?.position ?? 0}`, 20_000)
      if (!there) throw new Error('the views are not there yet')
    },
    /** Advances the clock beyond the grace period of the requesting process, and beyond the delay of a retry. */
    untilDue: () => {
      time = new Date(time.getTime() + 30_000)
    },
    setTime: (iso: string) => {
      time = new Date(iso)
    },
    close: async () => {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
      await gateway.stop()
      await stopAll(parts.running)
      await projector.stop()
      await eventBus.close()
      await eventStore.close()
      await readStore.close()
      await vault.close()
      await blobs.close()
      await rm(dir, { recursive: true, force: true })
      endings.check()
    },
  }
}
