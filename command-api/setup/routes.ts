import { SetUp } from '@guiche/contracts/commands/users.js'
import { ok } from '@guiche/contracts/result.js'
import type { SetupRecord } from '@guiche/contracts/views/records.js'
import type { HumanVerification } from '@guiche/infra/config/config.js'
import { openRoute, type Route } from '@guiche/infra/http/route.js'
import { newUuid } from '@guiche/infra/ids.js'
import type { Sessions } from '../auth/sessions.js'
import type { SetUpFlow } from './set-up.js'

export interface SetUpRoutesDeps {
  readonly setUp: SetUpFlow
  readonly sessions: Sessions
  readonly humanVerification: HumanVerification
  readonly simulator: boolean
}

/** The first visit; a set-up signs its person in. */
export const setUpRoutes = (deps: SetUpRoutesDeps): readonly Route[] => [
  openRoute('GET /setup', {}, async () => {
    const { humanVerification } = deps
    const body: SetupRecord = {
      needed: await deps.setUp.needed(),
      humanVerification: humanVerification.kind,
      turnstileSiteKey: humanVerification.kind === 'turnstile' ? humanVerification.siteKey : null,
      simulator: deps.simulator,
    }
    return ok({ body, headers: { 'Cache-Control': 'no-store' } })
  }),

  openRoute('POST /setup', { body: SetUp }, async ({ body, correlationId }) => {
    const made = await deps.setUp.run(body, correlationId)
    if (!made.ok) return made
    const { companyId, userId } = made.value
    const actor = { kind: 'super', id: userId } as const
    return deps.sessions.open(made.value, { commandId: newUuid(), companyId, actor, correlationId })
  }),
]
