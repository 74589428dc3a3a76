import { TOPICS } from '@guiche/contracts/topics.js'
import type { EventBus } from '@guiche/infra/event-bus/event-bus.js'
import type { ReadStore } from '@guiche/infra/read-store/read-store.js'
import type { EngineLog } from './log.js'

const PAGE = 1000
const RETRY_MS = 200

/** Hands changes on from the outbox, in order, at least once: after a crash what was not forgotten comes again. */
export interface Outbox {
  /** There may be something new. */
  nudge(): void
  /** Resolves when what was there has been handed on, or failed once more. */
  stop(): Promise<void>
  readonly failing: boolean
}

export const createOutbox = (readStore: ReadStore, eventBus: EventBus, logger: EngineLog): Outbox => {
  let wanted = false
  let failing = false
  let stopped = false
  let running: Promise<void> | null = null
  let retry: NodeJS.Timeout | undefined

  const drain = async (): Promise<void> => {
    for (;;) {
      const { entries, done } = await readStore.takeOutbox(PAGE)
      if (entries.length === 0) return
      await eventBus.publish(TOPICS.changes, entries)
      await done()
      if (entries.length < PAGE) return
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
        logger.error({ err: failure }, 'changes could not be handed on')
        if (!stopped) retry = setTimeout(nudge, RETRY_MS)
        return
      }
    }
  }
  const nudge = (): void => {
    clearTimeout(retry)
    wanted = true
    running ??= run().finally(() => {
      running = null
      if (wanted && !failing && !stopped) nudge()
    })
  }

  return {
    nudge: () => {
      if (!stopped) nudge()
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
