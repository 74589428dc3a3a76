import { systemClock as clock } from '@guiche/infra/clock.js'
import { createBranding } from '@guiche/infra/http/branding.js'
import { createEmbeddedOrigins } from '@guiche/infra/http/embedded-origins.js'
import { createQueryApi } from '@guiche/query-api/query-api.js'
import type { ApiParts } from './readers.js'
import type { Service } from './service.js'

/** query-api: every GET of `/api`, and `/ws`. `sockets`: how many are open. */
export const composeQueryApi = (parts: ApiParts) => {
  const { availability, retrying, readers, metrics, blobs, logger, partitionOf, publicUrl } = parts
  const { router, upgrade, sockets, start, stop } = createQueryApi({
    ...readers,
    ...{ blobs, clock, logger, partitionOf },
    readStore: retrying.readStore,
    bus: parts.eventBus,
    stale: availability.stale,
    observer: metrics.realtime,
    config: { publicUrl, trustProxy: parts.config.trustProxy },
  })
  metrics.watch({ sockets, views: availability.behind })
  return {
    router,
    upgrade,
    sockets,
    available: availability,
    frames: createEmbeddedOrigins(readers.records, clock.now),
    branding: createBranding(readers.records, clock.now),
    health: async () => ({
      ready: availability.reads(),
      missing: availability.missing(['read-store']),
      checks: { engines: availability.engines(), sockets: sockets() },
    }),
    start,
    endSockets: stop,
    stop: async () => {},
  } satisfies Service & { sockets(): number }
}
