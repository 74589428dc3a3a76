import { TOPICS } from '@guiche/contracts/topics.js'
import type { EventBus } from '@guiche/infra/event-bus/event-bus.js'
import type { ReadStore } from '@guiche/infra/read-store/read-store.js'
import type { EngineLog } from './log.js'

const PAGE = 1000
const RETRY_MS = 200
/** After so long, in ms, what others may have left is looked for together with our own. */
const LOOK_EVERY_MS = 1000

/** Hands changes on from the outbox, in order, at least once: after a crash what was not forgotten comes again. */
export interface Outbox {
  /**
   * There may be something new. `own`: of this process, so that what others left behind is looked for only now and then.
   */
  nudge(whose: 'all' | 'own'): void
  /** Resolves when what was there has been handed on, or failed once more. */
  stop(): Promise<void>
  readonly failing: boolean
}

export const createOutbox = (readStore: ReadStore, eventBus: EventBus, logger: EngineLog): Outbox => {
  let wanted = false
  let looked = Number.NEGATIVE_INFINITY
  let failing = false
  let stopped = false
  let running: Promise<void> | null = null
  let retry: NodeJS.Timeout | undefined

  const drain = async (): Promise<void> => {
    for (;;) {
      const isDue = Date.now() - looked >= LOOK_EVERY_MS
      if (isDue) looked = Date.now()
      const { entries, done } = await readStore.takeOutbox(PAGE, isDue ? 'all' : 'own')
      if (entries.length === 0) return
      await eventBus.publish(TOPICS.changes, entries)
      await done()
      if (entries.length < PAGE) return
      looked = Number.NEGATIVE_INFINITY
    }
  }
  const run = async (): Promise<void> => {
    while (wanted) {
      wanted = false
      try {
        await drain()
        failing = false
      } catch (failure) {
        failing = true
        looked = Number.NEGATIVE_INFINITY
        logger.error({ err: failure }, 'changes could not be handed on')
        if (!stopped) retry = setTimeout(go, RETRY_MS)
        return
      }
    }
  }
  const go = (): void => {
    clearTimeout(retry)
    wanted = true
    running ??= run().finally(() => {
      running = null
      if (wanted && !failing && !stopped) go()
    })
  }

  return {
    nudge: (whose) => {
      if (whose === 'all') looked = Number.NEGATIVE_INFINITY
      if (!stopped) go()
    },
    stop: async () => {
      stopped = true
      clearTimeout(retry)
      await running
    },
    get failing() {
      return failing
    },
  }
}
