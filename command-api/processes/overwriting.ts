import { VIEWS, type ViewName } from '@guiche/contracts/views/collections.js'
import type { AreaDeps } from '../deps.js'
import { createRunningLoop } from './running.js'

/** An entry for each company of which something was erased, until its traces are overwritten. */
const ERASED = 'overwrite/'
const EVERY_VIEW = Object.keys(VIEWS) as ViewName[]
const RETRY_MS = 60_000

export interface Overwriting {
  /** Notes a coming erasure in a company, so that after a crash the next start overwrites the free pages. */
  note(companyId: number): Promise<void>
  /** Call after an erasure: overwrites all that was noted so far. */
  wake(): void
  stop(): Promise<void>
}

/**
 * Overwrites removed data in the files of the engines, once the views have removed it, too. Only embedded engines need
 * this; for others nothing is noted.
 */
export const createOverwriting = (
  deps: Pick<AreaDeps, 'eventStore' | 'readStore' | 'vault' | 'eventBus' | 'records' | 'logger' | 'running'>,
): Overwriting => {
  const { eventStore, readStore, vault, eventBus, records, logger } = deps
  const engines = [eventStore, readStore, vault, eventBus].filter(({ scrub }) => scrub !== undefined)

  const viewsFollow = async (companyId: number): Promise<boolean> => {
    const last = await eventStore.lastPublished(companyId)
    return last === null || records.waitFor(EVERY_VIEW, records.logPosition(companyId, last.position))
  }
  const overwrite = async (): Promise<void> => {
    if (engines.length === 0) return
    const notes = await vault.getMany(await vault.list(ERASED))
    if (notes.size === 0) return
    for (const key of notes.keys()) {
      if (!(await viewsFollow(Number(key.slice(ERASED.length))))) throw new Error('the views still show it')
    }
    await Promise.all(engines.map((engine) => engine.scrub?.()))
    // a note written again meanwhile stays
    for (const [key, { epoch }] of notes) await vault.commit([{ key, value: null, expected: epoch }])
  }
  const loop = createRunningLoop(deps, overwrite, {
    onFailure: (failure) => logger.warn({ err: failure }, 'removed entries are not overwritten yet'),
    retryMs: RETRY_MS,
  })

  return {
    note: async (companyId) => {
      if (engines.length > 0) await vault.commit([{ key: `${ERASED}${companyId}`, value: Buffer.alloc(0) }])
    },
    wake: loop.wake,
    stop: loop.stop,
  }
}
