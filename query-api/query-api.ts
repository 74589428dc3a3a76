import type { IncomingMessage } from 'node:http'
import type { Duplex } from 'node:stream'
import type { Blobs } from '@guiche/infra/blobs/blobs.js'
import type { Clock } from '@guiche/infra/clock.js'
import type { EventBus } from '@guiche/infra/event-bus/event-bus.js'
import type { Authenticator } from '@guiche/infra/http/authenticate.js'
import { mountRoutes } from '@guiche/infra/http/mount.js'
import type { Route } from '@guiche/infra/http/route.js'
import type { Tokens } from '@guiche/infra/http/tokens.js'
import type { RealtimeObserver } from '@guiche/infra/metrics/observers.js'
import type { ReadStore } from '@guiche/infra/read-store/read-store.js'
import type { ViewNames } from '@guiche/infra/read-store/views.js'
import { createDocuments } from '@guiche/infra/records/documents.js'
import type { PresenceMemory } from '@guiche/infra/records/presence.js'
import type { Records } from '@guiche/infra/records/records.js'
import type { Router } from 'express'
import type { Logger } from 'pino'
import { createQrMemory } from './realtime/qr-memory.js'
import { createRealtime } from './realtime/realtime.js'
import { queryRoutes } from './routes/index.js'

export interface QueryApiDeps {
  readonly config: { readonly publicUrl: string }
  readonly readStore: ReadStore
  readonly views: ViewNames
  readonly records: Records
  /** the same memory that `records` was made with */
  readonly presence: PresenceMemory
  readonly bus: EventBus
  readonly blobs: Blobs
  readonly authenticator: Authenticator
  readonly tokens: Tokens
  readonly clock: Clock
  readonly logger: Logger
  /** partition of the log in which a company's events stand; 0 for all where there is one */
  readonly partitionOf?: (companyId: number) => number
  /** seconds since what the views show was known to be all there is; 0 for ever when absent */
  readonly stale?: () => number
  /** counts frames, for the metrics */
  readonly observer?: RealtimeObserver
}

export interface QueryApi {
  /** the GET routes, for `/api` */
  readonly router: Router
  readonly routes: readonly Route[]
  readonly presence: PresenceMemory
  /** for the HTTP server's `upgrade` event: `/ws` */
  upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): void
  start(): Promise<void>
  stop(): Promise<void>
  /** open sockets, for the metrics */
  sockets(): number
  /** one round of the watch over the sockets, which otherwise runs every second */
  tick(): Promise<void>
}

/** Answers from the read models: GET over HTTP, and frames over `/ws`. It changes nothing. */
export const createQueryApi = (deps: QueryApiDeps): QueryApi => {
  const documents = createDocuments(deps.readStore, deps.views)
  const codes = createQrMemory(deps.clock)
  const routes = queryRoutes({ ...deps, documents, codes })
  const realtime = createRealtime({
    ...deps,
    documents,
    codes,
    publicUrl: deps.config.publicUrl,
    partitionOf: deps.partitionOf ?? (() => 0),
  })
  return {
    router: mountRoutes(routes, deps),
    routes,
    presence: deps.presence,
    upgrade: realtime.upgrade,
    start: realtime.start,
    stop: realtime.stop,
    sockets: realtime.sockets,
    tick: realtime.tick,
  }
}
