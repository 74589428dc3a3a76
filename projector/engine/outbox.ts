import { TOPICS } from '@guiche/contracts/bus/topics.js'
import type { EventBus } from '@guiche/infra/event-bus/event-bus.js'
import { createLoop } from '@guiche/infra/loop.js'
import type { ReadStore } from '@guiche/infra/read-store/read-store.js'
import type { EngineLog } from './log.js'

const PAGE = 1000
const RETRY_MS = 200
/** Interval in ms at which entries of other processes are searched, too. */
const LOOK_EVERY_MS = 1000

/** Publishes changes from the outbox, in order, at least once. */
export interface Outbox {
  /** Publishes new changes. `own`: only changes of this process; those of other processes are searched periodically. */
  nudge(whose: 'all' | 'own'): void
  /** Resolves when pending entries were published, or have failed once more. */
  stop(): Promise<void>
  readonly failing: boolean
}

export const createOutbox = (readStore: ReadStore, eventBus: EventBus, logger: EngineLog): Outbox => {
  let looked = Number.NEGATIVE_INFINITY
  let failing = false

  const drain = async (): Promise<void> => {
    for (;;) {
      const isDue = performance.now() - looked >= LOOK_EVERY_MS
      if (isDue) looked = performance.now()
      const { entries, done } = await readStore.takeOutbox(PAGE, isDue ? 'all' : 'own')
      if (entries.length === 0) return
      await eventBus.publish(TOPICS.changes, entries)
      await done()
      if (entries.length < PAGE) return
      looked = Number.NEGATIVE_INFINITY
    }
  }
  const loop = createLoop(
    async () => {
      await drain()
      failing = false
    },
    {
      onFailure: (failure) => {
        failing = true
        looked = Number.NEGATIVE_INFINITY
        logger.error({ err: failure }, 'changes could not be handed on')
      },
      retryMs: RETRY_MS,
    },
  )

  return {
    nudge: (whose) => {
      if (whose === 'all') looked = Number.NEGATIVE_INFINITY
      loop.wake()
    },
    stop: loop.stop,
    get failing() {
      return failing
    },
  }
}
