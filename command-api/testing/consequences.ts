import type { StoredEvent } from '@guiche/contracts/envelope.js'
import { PARKED_EVENTS } from '@guiche/infra/metrics/parked.js'
import { CONSEQUENCES } from '../consequences.js'
import { createConversations } from '../conversations.js'
import type { AreaDeps } from '../deps.js'
import { createDuePools } from '../due-pools.js'
import { GROUPS, type Group } from '../kernel/consequence.js'
import { createFinish, createGroup } from '../processes/consequences.js'
import { createServices, type Services } from '../services.js'

/** A group, started with the rest of `running`. */
export const groupOf = (name: Group, deps: AreaDeps & Services) =>
  createGroup(
    deps,
    name,
    GROUPS[name],
    CONSEQUENCES.filter(({ group }) => group === name),
    name === 'push' ? deps.pusher.around : {},
  )

/** Conversations whose routes do the first page of what follows, as in the product. */
export const conversationsWith = (served: AreaDeps & Services) =>
  createConversations({
    ...served,
    finish: createFinish(served, CONSEQUENCES),
    duePools: createDuePools(served),
  })

/** Conversations with services of their own. */
export const conversationsOf = (deps: AreaDeps) => conversationsWith({ ...deps, ...createServices(deps) })

/** The group `cascade`, which nothing starts; `services` take the place of its own. */
export const cascadeOf = (deps: AreaDeps, services: Partial<Services> = {}) => {
  const cascade = groupOf('cascade', { ...deps, running: [], ...createServices(deps), ...services })
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
