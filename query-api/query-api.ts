import type { Blobs } from '@guiche/infra/blobs/blobs.js'
import { mountRoutes } from '@guiche/infra/http/mount.js'
import type { Route } from '@guiche/infra/http/route.js'
import type { ReadStore } from '@guiche/infra/read-store/read-store.js'
import { createDocuments } from '@guiche/infra/records/documents.js'
import type { PresenceMemory } from '@guiche/infra/records/presence.js'
import type { Handler } from 'express'
import type { RealtimeDeps } from './realtime/deps.js'
import { createQrMemory } from './realtime/qr-memory.js'
import { createRealtime, type RealtimeService } from './realtime/realtime.js'
import { queryRoutes } from './routes/index.js'

export interface QueryApiDeps
  extends Omit<
    RealtimeDeps,
    'readStore' | 'documents' | 'codes' | 'publicUrl' | 'trustProxy' | 'partitionOf'
  > {
  readonly config: Pick<RealtimeDeps, 'publicUrl' | 'trustProxy'>
  readonly readStore: ReadStore
  readonly blobs: Blobs
  /** partition of a company's events in the log; 0 if there is only one */
  readonly partitionOf?: RealtimeDeps['partitionOf']
}

/** The query API with its WebSocket `/ws`. */
export interface QueryApi extends RealtimeService {
  /** the GET routes, for `/api` */
  readonly router: Handler
  readonly routes: readonly Route[]
  readonly presence: PresenceMemory
}

/** Answers from the read models: GET over HTTP, and frames over `/ws`. Changes nothing. */
export const createQueryApi = (deps: QueryApiDeps): QueryApi => {
  const documents = createDocuments(deps.readStore, deps.views)
  const codes = createQrMemory(deps.clock)
  const routes = queryRoutes({ ...deps, documents, codes })
  const realtime = createRealtime({
    ...deps,
    documents,
    codes,
    ...deps.config,
    partitionOf: deps.partitionOf ?? (() => 0),
  })
  return { router: mountRoutes(routes, deps), routes, presence: deps.presence, ...realtime }
}
