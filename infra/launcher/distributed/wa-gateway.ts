import { err, ok } from '@guiche/contracts/result.js'
import { createGateway } from '@guiche/wa-gateway/gateway.js'
import { loadBaileys } from '@guiche/wa-gateway/providers/baileys/load.js'
import { systemClock } from '../../clock.js'
import { createViewNames } from '../../read-store/views.js'
import { shareAsyncStorage } from '../../shared-async-storage.js'
import { readWaServerCa } from '../wa-server-ca.js'
import { kafkaOf, mongoOf, openBus, openTogether } from './open.js'
import type { Root } from './service.js'
import { viewsMade } from './views-made.js'

/** A gateway that died is replaced by another one after its leases have run out and the other has looked. */
const TIMINGS = { leaseMs: 6000, sweepMs: 1500 }

/** A gateway by itself: runs connections that no other one runs. */
export const waGatewayRoot: Root = async (context) => {
  shareAsyncStorage()
  const { config, logger } = context
  const waServerCa = await readWaServerCa(config.waServer?.caFile ?? null)
  if (!waServerCa.ok) return err([waServerCa.error])
  const opened = await openTogether({ kafka: kafkaOf(context), mongo: mongoOf(context) })
  if (!opened.ok) return opened
  const { readStore, vault, blobs } = opened.value.parts.mongo
  return ok({
    close: opened.value.close,
    begin: async ({ metrics, signal, onClose }) => {
      const eventBus = await openBus(context, signal)
      onClose(() => eventBus.close())
      await viewsMade(readStore, logger, signal)
      const gateway = createGateway({
        ...{ eventBus, readStore, vault, blobs, logger },
        views: createViewNames(readStore),
        clock: systemClock,
        observer: metrics.gateway,
        config: {
          waServerUrl: config.waServer?.url,
          waServerCa: waServerCa.value,
          maxSessions: config.gatewaySessions,
          sole: false,
          timings: TIMINGS,
        },
        simulator: () => null,
      })
      onClose(() => gateway.stop())
      metrics.watch({ sessions: gateway.sessions, reports: gateway.waiting })
      // what a take-over would wait for
      await loadBaileys(logger)
      await gateway.start()
      return {
        health: async () => ({ ready: true, checks: { sessions: gateway.sessions().length } }),
      }
    },
  })
}
