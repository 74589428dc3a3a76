import { domainError } from '@guiche/contracts/errors.js'
import { err, ok } from '@guiche/contracts/result.js'
import type { SetupRecord } from '@guiche/contracts/views/records.js'
import { mountRoutes } from '@guiche/infra/http/mount.js'
import { openRoute, type Route, route } from '@guiche/infra/http/route.js'
import { deriveKey } from '@guiche/infra/keys.js'
import type { Vault } from '@guiche/infra/vault/vault.js'
import type { Router } from 'express'
import { createChallenges, type Verification } from './auth/human-verification.js'
import type { CommandApiConfig, CommandApiDeps } from './deps.js'
import { createKernel } from './kernel/create-kernel.js'
import { answering503 } from './kernel/unavailable.js'
import { parkedQuery } from './processes/parked.js'
import { createSetUpNeeded } from './setup/set-up.js'

export interface OpenQueriesDeps {
  /** whether nobody has an account yet */
  readonly needed: () => Promise<boolean>
  readonly verification: Pick<Verification, 'challenge'>
  readonly config: CommandApiConfig
  readonly vault: Vault
}

/** What a visitor asks before there is a session, who the session's caller is, and what is parked: all without views. */
export const openQueries = ({ needed, verification, config, vault }: OpenQueriesDeps): readonly Route[] => [
  openRoute('GET /version', {}, async () => ok({ body: { version: config.version } })),

  openRoute('GET /setup', {}, async () => {
    const { humanVerification, simulator } = config
    const body: SetupRecord = {
      needed: await needed(),
      humanVerification: humanVerification.kind,
      turnstileSiteKey: humanVerification.kind === 'turnstile' ? humanVerification.siteKey : null,
      simulator,
    }
    return ok({ body, headers: { 'Cache-Control': 'no-store' } })
  }),

  openRoute('GET /human-verification', {}, async () => {
    const challenge = await verification.challenge()
    if (challenge === null) return err(domainError('ERR_NOT_FOUND'))
    return ok({ body: challenge, headers: { 'Cache-Control': 'no-store' } })
  }),

  route('GET /auth/me', {}, async ({ caller }) =>
    ok({ body: { id: caller.userId, profile: caller.profile, super: caller.super } }),
  ),

  parkedQuery(vault),
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
): Router => {
  const { config, clock, secretKey, vault } = deps
  const key = deriveKey(secretKey, 'verification')
  const verification = createChallenges({ config: config.humanVerification, key, clock })
  const needed = createSetUpNeeded(createKernel(deps))
  return mountRoutes(openQueries({ needed, verification, config, vault }).map(answering503), deps)
}
