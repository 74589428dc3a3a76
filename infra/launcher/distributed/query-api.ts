import { createOpenQueries } from '@guiche/command-api/open-queries.js'
import { ok } from '@guiche/contracts/result.js'
import { createQueryApi } from '@guiche/query-api/query-api.js'
import { Router } from 'express'
import { systemClock } from '../../clock.js'
import { createAvailability } from '../../health/availability.js'
import { createViewNames } from '../../read-store/views.js'
import { createReaders } from '../readers.js'
import { openAll, openBus } from './open.js'
import { endWhenPutBack, furthestView } from './put-back.js'
import { eventPartition, type Root } from './service.js'
import { viewsMade } from './views-made.js'

/** query-api by itself: every GET of `/api`, `/ws`, and the web app. */
export const queryApiRoot: Root = async (context) => {
  const opened = await openAll(context)
  if (!opened.ok) return opened
  const { eventStore, mongo } = opened.value.parts
  const { readStore, blobs, vault } = mongo
  const { config, secretKey, logger, version } = context
  const clock = systemClock
  return ok({
    close: opened.value.close,
    begin: async ({ publicUrl, metrics, signal, onClose, fail }) => {
      void endWhenPutBack(eventStore, () => furthestView(readStore, eventStore), { signal, fail })
      const eventBus = await openBus(context, signal)
      onClose(() => eventBus.close())
      await viewsMade(readStore, logger, signal)
      const availability = createAvailability({
        ...{ eventStore, eventBus, readStore, clock, logger },
        views: createViewNames(readStore),
        partitionOf: eventPartition,
      })
      const patient = availability.patient({ eventStore, readStore })
      const readers = createReaders({ ...patient, secretKey, clock, partitionOf: eventPartition })
      const queryApi = createQueryApi({
        ...readers,
        ...{ blobs, clock, logger, partitionOf: eventPartition },
        readStore: patient.readStore,
        bus: eventBus,
        stale: availability.stale,
        observer: metrics.realtime,
        config: { publicUrl },
      })
      const openQueries = createOpenQueries({
        ...readers,
        ...{ vault, clock, secretKey, logger },
        eventStore: patient.eventStore,
        config: { publicUrl, humanVerification: config.humanVerification, simulator: false, version },
      })
      await availability.start()
      onClose(() => availability.stop())
      metrics.watch({
        engines: availability.engines,
        waiting: availability.waiting,
        views: availability.behind,
        sockets: queryApi.sockets,
      })
      await queryApi.start()
      return {
        router: Router().use(openQueries, queryApi.router),
        upgrade: queryApi.upgrade,
        available: availability,
        health: async () => ({
          ready: availability.reads(),
          missing: availability.missing(['read-store']),
          checks: { engines: availability.engines(), sockets: queryApi.sockets() },
        }),
        endSockets: queryApi.stop,
      }
    },
  })
}
