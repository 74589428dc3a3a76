import { createProjector, haltedOf, type Progress, type ProjectorDeps } from '@guiche/projector/projector.js'
import type { Service, StoreParts } from './service.js'

/** Composes a projector, which folds events into the views. It builds missing views before it starts. */
export const composeProjector = (
  parts: Omit<StoreParts, 'publicUrl' | 'blobs' | 'vault'> &
    Pick<ProjectorDeps, 'partitions' | 'shared' | 'beginRebuild'> & {
      /** aborts when the service is to end before it has started */
      readonly signal?: AbortSignal
    },
) => {
  const { eventStore, eventBus, readStore, logger, metrics, partitions, shared, beginRebuild } = parts
  const projector = createProjector({
    ...{ eventStore, eventBus, readStore, logger, partitions, shared, beginRebuild },
    observer: metrics.projector,
  })
  metrics.watch({ halted: () => haltedOf(projector.health()) })
  let rebuilding: Progress | null = null
  return {
    health: async () => {
      const { ok: ready, views } = projector.health()
      return {
        ready,
        missing: ready ? [] : ['changes', ...haltedOf({ views })],
        checks: { views, ...(rebuilding !== null && { rebuilding }) },
      }
    },
    start: async () => {
      await projector.prepare((progress) => {
        rebuilding = progress
        logger.info({ progress }, 'rebuilding views')
      })
      rebuilding = null
      parts.signal?.throwIfAborted()
      await projector.start()
    },
    stop: projector.stop,
  } satisfies Service
}
