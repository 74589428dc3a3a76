import type { Route } from '@guiche/infra/http/route.js'
import { deriveKey } from '@guiche/infra/keys.js'
import { createAttempts } from './auth/attempts.js'
import { createCookies } from './auth/cookies.js'
import { createDevices } from './auth/devices.js'
import { createFlood } from './auth/flood.js'
import { createVerification } from './auth/human-verification.js'
import { createPasswordResets } from './auth/password-resets.js'
import { authCommands } from './auth/routes.js'
import { createSessions } from './auth/sessions.js'
import { closureCommands } from './company/closure/routes.js'
import { exportCommands } from './company/export/routes.js'
import { subscriptionCommands } from './company/routes.js'
import type { ApiTokens } from './connections/api-tokens.js'
import { connectionCommands } from './connections/routes.js'
import { createRefs } from './contact/refs.js'
import type { AreaDeps } from './deps.js'
import { companyCommands } from './onboarding/routes.js'
import { signUpCommands } from './onboarding/sign-up.js'
import { openQueries } from './open-queries.js'
import { createOperator, type Operator } from './operator/operator.js'
import type { FinishEvents } from './processes/consequences.js'
import { createGatewayWatch } from './processes/gateways.js'
import { mailCommands } from './processes/mail-routes.js'
import { createMails } from './processes/mails.js'
import { createResetRequests } from './processes/reset-requests.js'
import { recordCommands } from './records/commands.js'
import { fileListCommands } from './records/file-lists.js'
import { occurrenceCommands } from './records/occurrences.js'
import type { Services } from './services.js'
import { companyHoursCommands, settingCommands } from './settings/routes.js'
import { setUpCode } from './setup/code.js'
import { createSetUp, type SetUpFlow } from './setup/set-up.js'
import { createInvitations } from './user/invitations.js'
import { userCommands } from './user/routes.js'
import { visitCommands } from './user/visit-routes.js'

/** Requests for a new password: a person needs one or two, and an office has one address. */
const RESETS = { windowMs: 15 * 60_000, perAddress: 20, perEmail: 5 } as const

/**
 * Limits of invitations by mail. An administrator invites most of a company in one day. The limits per e-mail and per
 * company keep Guichê from sending spam.
 */
const INVITATIONS = { windowMs: 15 * 60_000, perAddress: 100, perEmail: 5, perCompany: 50 } as const

/** Companies that register: an office has several people who try. */
const SIGN_UPS = { windowMs: 60 * 60_000, perAddress: 10, perEmail: 5 } as const

export interface Area {
  readonly routes: readonly Route[]
}

export interface Administration extends Area {
  /** Makes the first company and its super user, unless there is one. */
  ensureAdmin: SetUpFlow['ensureAdmin']
  readonly operator: Operator
  /** The code that the set-up needs now; null if it needs none, or is done. */
  setUpCode(): Promise<string | null>
}

/** Commands of administration: set-up, sign-in, users, queues, connections, settings. */
export const createAdministration = (
  deps: AreaDeps & Services & { readonly finish: FinishEvents },
  apiTokens: ApiTokens,
): Administration => {
  const { kernel, vault, clock, config, secretKey, passwords } = deps
  const cookies = createCookies(config.publicUrl, config.simulator)
  const attempts = createAttempts(deps.counters)
  const invitations = createInvitations({ kernel, vault, clock, passwords, publicUrl: config.publicUrl })
  const mails = createMails(deps)
  const inviteFlood = createFlood(deps.counters, 'invitation', INVITATIONS)
  const users = { ...deps, attempts, invitations, mails, inviteFlood }
  const resets = createPasswordResets({ ...deps, mails, publicUrl: config.publicUrl })
  const devices = createDevices(deriveKey(secretKey, 'devices'))
  const signIn = { ...deps, cookies, devices }
  const sessions = createSessions(signIn)
  const setUp = createSetUp(users)
  const { humanVerification, simulator } = config
  const verification = createVerification({
    config: humanVerification,
    key: deriveKey(secretKey, 'verification'),
    clock,
    counters: deps.counters,
  })

  // a single process that runs all services always has a gateway
  if (!config.sole) createGatewayWatch(deps)

  return {
    routes: [
      ...openQueries({ ...deps, needed: setUp.needed, verification }),
      ...authCommands({
        ...signIn,
        setUp,
        invitations,
        sessions,
        attempts,
        verification,
        resets,
        resetRequests: createResetRequests(deps, resets),
        resetFlood: createFlood(deps.counters, 'password-reset', RESETS),
      }),
      ...mailCommands(deps),
      ...userCommands(users),
      ...visitCommands(deps),
      ...recordCommands({ ...deps, refs: createRefs(deps), closing: { plan: deps.planUse.close } }),
      ...fileListCommands({ ...deps, refs: createRefs(deps) }),
      ...occurrenceCommands(deps),
      ...settingCommands(deps),
      ...companyHoursCommands(deps),
      ...companyCommands(deps),
      ...subscriptionCommands(deps),
      ...signUpCommands({
        ...deps,
        verification,
        signUpFlood: createFlood(deps.counters, 'sign-up', SIGN_UPS),
      }),
      ...exportCommands(deps),
      ...closureCommands(deps),
      ...connectionCommands({ ...deps, apiTokens, simulator }),
    ],
    ensureAdmin: setUp.ensureAdmin,
    operator: createOperator(users),
    setUpCode: async () => (config.isPublic && (await setUp.needed()) ? setUpCode(secretKey) : null),
  }
}
