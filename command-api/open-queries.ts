import { domainError } from '@guiche/contracts/errors.js'
import { err, ok } from '@guiche/contracts/result.js'
import { openRoutes } from '@guiche/contracts/routes/session.js'
import type { Clock } from '@guiche/infra/clock.js'
import { mountRoutes } from '@guiche/infra/http/mount.js'
import { type Route, serving } from '@guiche/infra/http/route.js'
import { deriveKey } from '@guiche/infra/keys.js'
import type { Vault } from '@guiche/infra/vault/vault.js'
import type { Handler } from 'express'
import { createChallenges, type Verification } from './auth/human-verification.js'
import { limitQueries } from './connections/limits.js'
import { importQueries } from './contact/import/routes.js'
import type { CommandApiConfig, CommandApiDeps } from './deps.js'
import { draftQueries } from './drafts/routes.js'
import { createKernel } from './kernel/create-kernel.js'
import { answering503 } from './kernel/unavailable.js'
import { mailQueries } from './processes/mail-routes.js'
import { parkedQueries } from './processes/parked.js'
import { pushQueries } from './push/routes.js'
import { createSetUpNeeded } from './setup/set-up.js'

export interface OpenQueriesDeps {
  /** whether nobody has an account yet */
  readonly needed: () => Promise<boolean>
  readonly verification: Pick<Verification, 'challenge'>
  readonly config: CommandApiConfig
  readonly vault: Vault
  readonly clock: Clock
}

/** The queries that need no views (contracts/routes/index.ts). */
export const openQueries = ({
  needed,
  verification,
  config,
  vault,
  clock,
}: OpenQueriesDeps): readonly Route[] => [
  ...serving('query', {})(openRoutes, {
    'GET /version': async () => ok({ body: { version: config.version } }),
    'GET /setup': async () => {
      const { humanVerification, simulator } = config
      const body = {
        needed: await needed(),
        humanVerification: humanVerification.kind,
        turnstileSiteKey: humanVerification.kind === 'turnstile' ? humanVerification.siteKey : null,
        mails: config.mails ?? false,
        simulator,
        code: config.isPublic === true,
      }
      return ok({ body })
    },
    'GET /human-verification': async () => {
      const challenge = await verification.challenge()
      return challenge === null ? err(domainError('ERR_NOT_FOUND')) : ok({ body: challenge })
    },
    'GET /auth/me': async ({ caller }) =>
      ok({ body: { id: caller.userId, profile: caller.profile, super: caller.super } }),
  }),
  ...parkedQueries(vault),
  ...mailQueries({ vault, clock }),
  ...importQueries(vault),
  ...draftQueries(vault),
  ...pushQueries(vault),
]

/**
 * The same for `/api` of a process without command-api: every GET is answered beside the queries, every command by
 * command-api. A challenge that is made here is checked there, by the same SECRET_KEY.
 */
export const createOpenQueries = (
  deps: Pick<
    CommandApiDeps,
    'eventStore' | 'records' | 'vault' | 'authenticator' | 'clock' | 'secretKey' | 'config' | 'logger'
  >,
): Handler => {
  const { config, clock, secretKey, vault } = deps
  const key = deriveKey(secretKey, 'verification')
  const verification = createChallenges({ config: config.humanVerification, key, clock })
  const needed = createSetUpNeeded(createKernel(deps))
  const routes = [...openQueries({ needed, verification, config, vault, clock }), ...limitQueries(deps)]
  return mountRoutes(routes.map(answering503), deps)
}
