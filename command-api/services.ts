import { type BoundedCache, createBoundedCache } from '@guiche/infra/bounded-cache.js'
import { createRefreshTokens, type RefreshTokens } from './auth/refresh-tokens.js'
import { createPlanUse, type PlanUse } from './company/plan-use.js'
import { createIdentities, type Identities } from './contact/identities.js'
import { createMerge, type Merge } from './contact/merge.js'
import type { AreaDeps } from './deps.js'
import { type Chats, createChats } from './message/chats.js'
import { type CompanyNames, createCompanyNames } from './onboarding/names.js'
import { createDevices, type Devices } from './push/devices.js'
import { createPusher, type Pusher } from './push/pusher.js'
import { type AskBilling, createCompanyBilling } from './settings/billing.js'
import { type ActiveTickets, createActiveTickets } from './ticket/active-tickets.js'
import { createHoldings, type Holdings } from './user/holdings.js'
import { createPasswords, type Passwords } from './user/passwords.js'

/** Services of routes and consequences, beside the kernel. */
export interface Services {
  readonly holdings: Holdings
  readonly passwords: Passwords
  readonly refreshTokens: RefreshTokens
  readonly planUse: PlanUse
  readonly companyNames: CompanyNames
  readonly activeTickets: ActiveTickets
  readonly identities: Identities
  readonly merge: Merge
  readonly chats: Chats
  readonly devices: Devices
  readonly pusher: Pusher
  readonly askBilling: AskBilling
  /** sent greetings; see message/greet.ts */
  readonly greeted: BoundedCache<string, true>
}

/** Greetings that are remembered. */
const GREETINGS = 10_000

/** Makes the services. */
export const createServices = (deps: AreaDeps): Services => {
  const activeTickets = createActiveTickets(deps)
  const identities = createIdentities(deps)
  const devices = createDevices(deps.vault)
  return {
    holdings: createHoldings(deps),
    passwords: createPasswords(deps.vault),
    refreshTokens: createRefreshTokens(deps),
    planUse: createPlanUse(deps),
    companyNames: createCompanyNames(deps),
    activeTickets,
    identities,
    merge: createMerge({ ...deps, activeTickets, identities }),
    chats: createChats(deps),
    devices,
    askBilling: createCompanyBilling(deps),
    pusher: createPusher({ ...deps, devices }),
    greeted: createBoundedCache(GREETINGS),
  }
}
