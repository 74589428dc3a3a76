import type { AreaDeps } from './deps.js'
import { createBills } from './processes/bills.js'
import { createCompanyErasure } from './processes/company-erasure.js'
import { createCompanyExport } from './processes/company-export.js'
import { createCompletion } from './processes/completion.js'
import type { DuePool, PoolKind } from './processes/due-pool.js'
import { createErasure, type Erasure } from './processes/erasure.js'
import { createOverwriting } from './processes/overwriting.js'
import { createScheduledMessages } from './processes/scheduled-messages.js'
import { createSnooze } from './processes/snooze.js'
import { createVisits } from './processes/visits.js'
import type { Services } from './services.js'

/** The pools that do the due work of command-api. A kind without a pool does not compile. */
export type DuePools = { readonly [K in PoolKind]: DuePool<K> } & { readonly erase: Erasure }

/** Makes the pools, which start and stop with command-api. */
export const createDuePools = (deps: AreaDeps & Services): DuePools => {
  const erasing = { ...deps, overwriting: createOverwriting(deps) }
  return {
    erase: createErasure(erasing),
    closure: createCompanyErasure(erasing),
    completion: createCompletion(deps),
    snooze: createSnooze(deps),
    schedule: createScheduledMessages(deps),
    bills: createBills(deps),
    export: createCompanyExport(deps),
    visit: createVisits(deps),
  }
}
