import { systemClock as clock } from '@guiche/infra/clock.js'
import { createViewNames } from '@guiche/infra/read-store/views.js'
import { createGateway, type GatewayConfig, type GatewayDeps } from '@guiche/wa-gateway/gateway.js'
import type { Service, ServiceParts } from './service.js'

/** A gateway: runs connections to WhatsApp. `waServerCa`: the result of readWaServerCa. */
export const composeGateway = (
  parts: Omit<ServiceParts, 'secretKey'> &
    Pick<GatewayDeps, 'simulator'> &
    Pick<GatewayConfig, 'waServerCa' | 'sole' | 'timings'>,
): Service => {
  const { config, eventBus, readStore, vault, blobs, logger, metrics, simulator } = parts
  const { waServerCa, sole, timings } = parts
  const gateway = createGateway({
    ...{ eventBus, readStore, vault, blobs, clock, logger, simulator },
    views: createViewNames(readStore),
    observer: metrics.gateway,
    config: {
      ...{ waServerCa, sole, timings },
      waServerUrl: config.waServer?.url,
      maxSessions: config.gatewaySessions,
      ffmpeg: config.ffmpeg,
    },
  })
  metrics.watch({ sessions: gateway.sessions, reports: gateway.waiting })
  return {
    health: async () => ({ ready: true, checks: { sessions: gateway.sessions().length } }),
    start: gateway.start,
    stop: gateway.stop,
  }
}
