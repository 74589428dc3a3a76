import type { EventBus } from '@guiche/infra/event-bus/event-bus.js'
import type { ReadStore } from '@guiche/infra/read-store/read-store.js'
import { afterEach } from '@jest/globals'
import { createProjector } from '../projector.js'
import { listeningLog, openEngines } from './embedded.js'

/** Numbers for `historyOf`. The same seed gives the same numbers. */
export const numbersFrom = (count: number, seed = 7): number[] => {
  let state = seed
  return Array.from({ length: count }, () => {
    state = (state * 1_103_515_245 + 12_345) & 0x7fffffff
    return state >> 3
  })
}

export const QUEUE = {
  queueId: 4,
  name: 'Sales',
  color: '#abc',
  greetingMessage: '',
  outOfHoursMessage: '',
  orderQueue: null,
}

/** The views that `historyOf` fills, in their first generation. */
export const FIRST_VIEWS = ['inbox@1', 'conversation@1', 'audit@1', 'due-work@1', 'dashboard@1']

export type Engines = Awaited<ReturnType<typeof openEngines>>

/** Engines and projectors that are closed after the test that opened them. */
export const projectorStage = () => {
  const opened: (() => Promise<void>)[] = []
  afterEach(async () => {
    for (const close of opened.splice(0).reverse()) await close()
  })
  return {
    opened,
    engines: async (): Promise<Engines> => {
      const made = await openEngines()
      opened.push(made.remove)
      return made
    },
    projector: (
      { eventStore, eventBus, readStore }: Engines,
      change: { eventBus?: EventBus; readStore?: ReadStore; graceMs?: number } = {},
    ) => {
      const { logger, lines } = listeningLog()
      const made = createProjector({ eventStore, eventBus, readStore, logger, graceMs: 0, ...change })
      opened.push(() => made.stop())
      return { ...made, lines }
    },
    shown: (on: Engines, views: readonly string[], position: string) =>
      on.readStore.awaitCheckpoint(views, 0, position, 20_000),
  }
}
