import type { Logger } from 'pino'
import { inTime } from '../within.js'

export interface EngineWatchDeps {
  /** by name; each rejects, or does not answer in time, while its engine is away */
  readonly probes: Readonly<Record<string, () => Promise<unknown>>>
  readonly logger: Pick<Logger, 'info' | 'error'>
  /** ms within which a probe has to answer; default 2,500 */
  readonly answerWithin?: number
}

export interface EngineWatch {
  /** Asks every engine once. Never rejects. An engine that still owes an answer is not asked again. */
  look(): Promise<void>
  /** Whether an engine answered when it was last asked; true before that. */
  up(name: string): boolean
  all(): Readonly<Record<string, boolean>>
}

/** Knows which engines answer, and logs when one goes away and when it is back. */
export const createEngineWatch = (deps: EngineWatchDeps): EngineWatch => {
  const { logger, answerWithin = 2500 } = deps
  const probes = Object.entries(deps.probes)
  const state = new Map<string, boolean>(probes.map(([name]) => [name, true]))
  const asked = new Map<string, Promise<unknown>>()

  const answers = async (name: string, probe: () => Promise<unknown>): Promise<unknown> => {
    let pending = asked.get(name)
    if (pending === undefined) {
      pending = probe().finally(() => asked.delete(name))
      asked.set(name, pending)
    }
    return inTime(pending, answerWithin)
  }

  const ask = async (name: string, probe: () => Promise<unknown>): Promise<void> => {
    const before = state.get(name)
    try {
      await answers(name, probe)
      state.set(name, true)
      if (before === false) logger.info({ engine: name }, 'an engine is back')
    } catch (failure) {
      state.set(name, false)
      if (before === true) logger.error({ engine: name, err: failure }, 'an engine is away')
    }
  }

  return {
    look: async () => {
      await Promise.all(probes.map(([name, probe]) => ask(name, probe)))
    },
    up: (name) => state.get(name) ?? true,
    all: () => Object.fromEntries(state),
  }
}
