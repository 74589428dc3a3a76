import { setTimeout as delay } from 'node:timers/promises'
import { type CommandApi, createCommandApi } from '@guiche/command-api/command-api.js'
import { ok } from '@guiche/contracts/result.js'
import type { Logger } from 'pino'
import { systemClock } from '../../clock.js'
import type { Config } from '../../config/config.js'
import { createAvailability } from '../../health/availability.js'
import { createDueWork } from '../../metrics/due-work.js'
import { countParked } from '../../metrics/parked.js'
import { createViewNames } from '../../read-store/views.js'
import { followPresence } from '../../records/presence.js'
import { createSharedTurns } from '../../vault/turns.js'
import { createReaders } from '../readers.js'
import { openAll, openBus } from './open.js'
import { endWhenPutBack, furthestView } from './put-back.js'
import { eventPartition, type Root } from './service.js'
import { viewsMade } from './views-made.js'

const ADMIN_TRIES = 10
const ADMIN_PAUSE_MS = 1000

/** Several instances may do this at once: one makes the admin, the others find it made. */
const ensureAdmin = async (
  commandApi: CommandApi,
  admin: NonNullable<Config['admin']>,
  logger: Logger,
  signal: AbortSignal,
): Promise<void> => {
  for (let attempt = 1; ; attempt++) {
    const made = await commandApi.ensureAdmin(admin)
    if (made.ok) return
    if (made.error.code !== 'ERR_UNAVAILABLE' || attempt === ADMIN_TRIES) {
      logger.error({ code: made.error.code }, 'ADMIN_EMAIL and ADMIN_PASSWORD were not taken')
      return
    }
    await delay(ADMIN_PAUSE_MS, undefined, { signal })
  }
}

/** command-api by itself: every call that changes something, and the processes. */
export const commandApiRoot: Root = async (context) => {
  const opened = await openAll(context)
  if (!opened.ok) return opened
  const { eventStore, mongo } = opened.value.parts
  const { readStore, vault, blobs, counters } = mongo
  const { config, secretKey, logger, version } = context
  const clock = systemClock
  return ok({
    close: opened.value.close,
    begin: async ({ publicUrl, metrics, signal, onClose, fail }) => {
      void endWhenPutBack(eventStore, () => furthestView(readStore, eventStore), { signal, fail })
      const eventBus = await openBus(context, signal, eventStore)
      onClose(() => eventBus.close())
      await viewsMade(readStore, logger, signal)
      const availability = createAvailability({
        ...{ eventStore, eventBus, readStore, clock, logger },
        views: createViewNames(readStore),
        partitionOf: eventPartition,
      })
      const patient = availability.patient({ eventStore, readStore })
      const { views, presence, ...readers } = createReaders({
        ...patient,
        secretKey,
        clock,
        partitionOf: eventPartition,
      })
      const commandApi = await createCommandApi({
        ...readers,
        ...patient,
        ...{ eventBus, vault, blobs, counters, clock, secretKey, logger },
        turns: createSharedTurns({ vault }),
        observer: metrics.commands,
        config: { publicUrl, humanVerification: config.humanVerification, simulator: false, version },
      })
      await availability.start()
      onClose(() => availability.stop())
      metrics.watch({
        engines: availability.engines,
        waiting: availability.waiting,
        dueWork: createDueWork({ readStore, views, clock }),
        parked: () => countParked(vault),
      })
      const following = await followPresence(eventBus, presence)
      onClose(() => following.stop())
      onClose(() => commandApi.stop())
      await commandApi.start()
      if (config.admin !== null) await ensureAdmin(commandApi, config.admin, logger, signal)
      return {
        router: commandApi.router,
        available: availability,
        health: async () => ({
          ready: availability.commands(),
          missing: availability.missing(),
          checks: { engines: availability.engines() },
        }),
      }
    },
  })
}
