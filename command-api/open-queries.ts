import { domainError } from '@guiche/contracts/errors.js'
import { err, ok } from '@guiche/contracts/result.js'
import { openRoutes } from '@guiche/contracts/routes/session.js'
import { mountRoutes } from '@guiche/infra/http/mount.js'
import { type Route, serving } from '@guiche/infra/http/route.js'
import { deriveKey } from '@guiche/infra/keys.js'
import type { Handler } from 'express'
import { createChallenges, type Verification } from './auth/human-verification.js'
import { closureQueries } from './company/closure/routes.js'
import { exportQueries } from './company/export/routes.js'
import { limitQueries } from './connections/limits.js'
import { importQueries } from './contact/import/routes.js'
import type { AreaDeps, CommandApiConfig, CommandApiDeps } from './deps.js'
import { draftQueries } from './drafts/routes.js'
import { createKernel } from './kernel/create-kernel.js'
import { answering503 } from './kernel/unavailable.js'
import { mailQueries } from './processes/mail-routes.js'
import { parkedQueries } from './processes/parked.js'
import { pushQueries } from './push/routes.js'
import { createSetUpNeeded } from './setup/set-up.js'

export interface OpenQueriesDeps extends Pick<AreaDeps, 'kernel' | 'vault' | 'blobs' | 'records' | 'clock'> {
  /** whether nobody has an account yet */
  readonly needed: () => Promise<boolean>
  readonly verification: Pick<Verification, 'challenge'>
  readonly config: CommandApiConfig
}

/** The queries that need no views (contracts/routes/index.ts). */
export const openQueries = (deps: OpenQueriesDeps): readonly Route[] => {
  const { needed, verification, config, vault } = deps
  const open = serving('query', {})(openRoutes, {
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
  })
  return [
    ...open,
    ...parkedQueries(vault),
    ...mailQueries(deps),
    ...importQueries(vault),
    ...exportQueries(deps),
    ...closureQueries(deps),
    ...draftQueries(vault),
    ...pushQueries(vault),
    ...limitQueries(deps),
  ]
}

/**
 * Handler of these GETs in the process of query-api, which has no command-api. command-api checks the challenges that
 * this handler makes: both derive the key from SECRET_KEY.
 */
export const createOpenQueries = (
  deps: Pick<
    CommandApiDeps,
    | 'eventStore'
    | 'records'
    | 'vault'
    | 'blobs'
    | 'authenticator'
    | 'clock'
    | 'secretKey'
    | 'config'
    | 'logger'
  >,
): Handler => {
  const { config, clock, secretKey } = deps
  const key = deriveKey(secretKey, 'verification')
  const verification = createChallenges({ config: config.humanVerification, key, clock })
  const kernel = createKernel(deps)
  const routes = openQueries({ ...deps, kernel, needed: createSetUpNeeded(kernel), verification })
  return mountRoutes(routes.map(answering503), deps)
}
