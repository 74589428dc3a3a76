import { ok } from '@guiche/contracts/result.js'
import { createProjector, haltedOf, type Progress } from '@guiche/projector/projector.js'
import { EVENT_PARTITIONS } from '../../event-bus/kafka-topics.js'
import { openAll, openBus } from './open.js'
import { endWhenPutBack, furthestView } from './put-back.js'
import type { Root } from './service.js'

/** A projector by itself: folds events into the views. */
export const projectorRoot: Root = async (context) => {
  const opened = await openAll(context)
  if (!opened.ok) return opened
  const { eventStore, mongo } = opened.value.parts
  const { logger } = context
  return ok({
    close: opened.value.close,
    begin: async ({ metrics, signal, onClose, fail }) => {
      void endWhenPutBack(eventStore, () => furthestView(mongo.readStore, eventStore), { signal, fail })
      const eventBus = await openBus(context, signal, eventStore)
      onClose(() => eventBus.close())
      const projector = createProjector({
        eventStore,
        eventBus,
        readStore: mongo.readStore,
        logger,
        observer: metrics.projector,
        partitions: EVENT_PARTITIONS,
        shared: true,
      })
      onClose(() => projector.stop())
      // it may wait for another projector that rebuilds
      signal.addEventListener('abort', () => void projector.stop(), { once: true })
      await projector.prepare((progress: Progress) => logger.info({ progress }, 'rebuilding views'))
      signal.throwIfAborted()
      metrics.watch({ halted: async () => haltedOf(await projector.health()) })
      await projector.start()
      return {
        health: async () => {
          const { ok: ready, views } = await projector.health()
          return { ready, missing: ready ? [] : ['changes', ...haltedOf({ views })], checks: { views } }
        },
      }
    },
  })
}
