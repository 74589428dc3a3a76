import type { DomainError } from '@guiche/contracts/errors.js'
import type { Result } from '@guiche/contracts/result.js'
import type { Route } from '@guiche/infra/http/route.js'
import { deriveKey } from '@guiche/infra/keys.js'
import { createAttempts } from './auth/attempts.js'
import { createCookies } from './auth/cookies.js'
import { createVerification } from './auth/human-verification.js'
import { createPasswords } from './auth/passwords.js'
import { createRefreshTokens } from './auth/refresh-tokens.js'
import { authRoutes } from './auth/routes.js'
import { createSessions } from './auth/sessions.js'
import { connectionRoutes } from './connections/routes.js'
import { sessionRoutes } from './connections/session-routes.js'
import type { AreaDeps } from './deps.js'
import { openQueries } from './open-queries.js'
import { createCascade } from './processes/cascade.js'
import type { Process } from './processes/process.js'
import { queueRoutes } from './queues/routes.js'
import { settingRoutes } from './settings/routes.js'
import { setUpRoutes } from './setup/routes.js'
import { createSetUp } from './setup/set-up.js'
import { createPlaces } from './ticket/place.js'
import { createHoldings } from './user/holdings.js'
import { userRoutes } from './user/routes.js'

export interface Area {
  readonly routes: readonly Route[]
  /** Starts its processes. */
  start(): Promise<void>
  stop(): Promise<void>
}

export interface Administration extends Area {
  readonly cascade: Process
  /** Makes the first company and its super user, unless there is one. */
  ensureAdmin(admin: { email: string; password: string }): Promise<Result<void, DomainError>>
}

/** Who works here and with what: set-up, sign-in, users, queues, connections, settings. */
export const createAdministration = (deps: AreaDeps): Administration => {
  const { kernel, claims, vault, clock, config, secretKey } = deps
  const passwords = createPasswords(vault)
  const refreshTokens = createRefreshTokens({ vault, clock })
  const holdings = createHoldings({ kernel, claims, turns: deps.turns })
  const cookies = createCookies(config.publicUrl, config.simulator)
  const places = createPlaces(deps)
  const cascade = createCascade({ ...deps, holdings, passwords, refreshTokens, places })
  const attempts = createAttempts(deps.counters)
  const users = { ...deps, passwords, attempts, holdings, cascade }
  const signIn = { ...deps, refreshTokens, cookies }
  const sessions = createSessions(signIn)
  const setUp = createSetUp(users)
  const { humanVerification, simulator } = config
  const verification = createVerification({
    config: humanVerification,
    key: deriveKey(secretKey, 'verification'),
    clock,
    counters: deps.counters,
  })

  return {
    routes: [
      ...openQueries({ needed: setUp.needed, verification, config, vault }),
      ...setUpRoutes({ setUp, sessions }),
      ...authRoutes({
        ...signIn,
        passwords,
        sessions,
        attempts,
        verification,
      }),
      ...userRoutes(users),
      ...queueRoutes({ ...deps, cascade }),
      ...settingRoutes(deps),
      ...connectionRoutes({ ...deps, cascade, simulator }),
      ...sessionRoutes(deps),
    ],
    cascade: cascade.process,
    ensureAdmin: setUp.ensureAdmin,
    start: cascade.process.start,
    stop: cascade.process.stop,
  }
}
