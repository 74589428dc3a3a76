import { createRefreshTokens, type RefreshTokens } from './auth/refresh-tokens.js'
import { createIdentities, type Identities } from './contact/identities.js'
import { createMerge, type Merge } from './contact/merge.js'
import type { AreaDeps } from './deps.js'
import { type ActiveTickets, createActiveTickets } from './ticket/active-tickets.js'
import { createHoldings, type Holdings } from './user/holdings.js'
import { createPasswords, type Passwords } from './user/passwords.js'

/** What routes and consequences call beside the kernel. */
export interface Services {
  readonly holdings: Holdings
  readonly passwords: Passwords
  readonly refreshTokens: RefreshTokens
  readonly activeTickets: ActiveTickets
  readonly identities: Identities
  readonly merge: Merge
}

/** Makes the services. */
export const createServices = (deps: AreaDeps): Services => {
  const activeTickets = createActiveTickets(deps)
  const identities = createIdentities(deps)
  return {
    holdings: createHoldings(deps),
    passwords: createPasswords(deps.vault),
    refreshTokens: createRefreshTokens(deps),
    activeTickets,
    identities,
    merge: createMerge({ ...deps, activeTickets, identities }),
  }
}
