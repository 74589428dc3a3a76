import type { StoredEvent } from '@guiche/contracts/envelope.js'
import { PARKED_EVENTS } from '@guiche/infra/metrics/parked.js'
import { CONSEQUENCES } from '../consequences.js'
import type { AreaDeps } from '../deps.js'
import { createConsequences } from '../processes/consequences.js'
import { createServices, type Services } from '../services.js'

/** The group `cascade`, which nothing starts; `services` take the place of its own. */
export const cascadeOf = (deps: AreaDeps, services: Partial<Services> = {}) => {
  const needs = { ...deps, running: [], ...createServices(deps), ...services }
  const { cascade } = createConsequences(needs, CONSEQUENCES).groups
  return {
    handle: cascade.handle,
    /** Does all that follows from an event; rejects when some of it failed, or has more than one page. */
    react: async (event: StoredEvent): Promise<void> => {
      await cascade.handle([{ value: event }])
      const left = (await deps.vault.list(PARKED_EVENTS)).filter((key) => key.includes('cascade-'))
      if (left.length > 0) throw new Error(`not done: ${left.join(' ')}`)
    },
  }
}
