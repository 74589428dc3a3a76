import type { StoredEvent } from '@guiche/contracts/envelope.js'
import { PARKED_EVENTS } from '@guiche/infra/metrics/parked.js'
import { CONSEQUENCES } from '../consequences.js'
import { createConversations } from '../conversations.js'
import type { AreaDeps } from '../deps.js'
import { createDuePools } from '../due-pools.js'
import { CONSEQUENCE_GROUPS, type Group } from '../kernel/consequence.js'
import { createFinish, createGroup } from '../processes/consequences.js'
import { createServices, type Services } from '../services.js'

/** A group of consequences that is started with the other groups of `running`. */
export const groupOf = (name: Group, deps: AreaDeps & Services) =>
  createGroup(
    deps,
    name,
    CONSEQUENCE_GROUPS[name],
    CONSEQUENCES.filter(({ group }) => group === name),
    name === 'push' ? deps.pusher.around : {},
  )

/** Conversations whose routes do the first page of a consequence themselves, as in the product. */
export const conversationsWith = (served: AreaDeps & Services) =>
  createConversations({
    ...served,
    finish: createFinish(served, CONSEQUENCES),
    duePools: createDuePools(served),
  })

/** Conversations with their own services. */
export const conversationsOf = (deps: AreaDeps) => conversationsWith({ ...deps, ...createServices(deps) })

/** The group `cascade`, not started; `services` replace its own services. */
export const cascadeOf = (deps: AreaDeps, services: Partial<Services> = {}) => {
  const cascade = groupOf('cascade', { ...deps, running: [], ...createServices(deps), ...services })
  return {
    handle: cascade.handle,
    /** Does all consequences of an event. Rejects if one failed, or has more than one page. */
    react: async (event: StoredEvent): Promise<void> => {
      await cascade.handle([{ value: event }])
      const left = (await deps.vault.list(PARKED_EVENTS)).filter((key) => key.includes('cascade-'))
      if (left.length > 0) throw new Error(`not done: ${left.join(' ')}`)
    },
  }
}
