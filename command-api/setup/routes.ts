import { SetUp } from '@guiche/contracts/commands/users.js'
import { openRoute, type Route } from '@guiche/infra/http/route.js'
import { newUuid } from '@guiche/infra/ids.js'
import type { Sessions } from '../auth/sessions.js'
import type { SetUpFlow } from './set-up.js'

export interface SetUpRoutesDeps {
  readonly setUp: SetUpFlow
  readonly sessions: Sessions
}

/** The set-up of the first visit, which signs its person in. */
export const setUpRoutes = (deps: SetUpRoutesDeps): readonly Route[] => [
  openRoute('POST /setup', { body: SetUp }, async ({ body, correlationId }) => {
    const made = await deps.setUp.run(body, correlationId)
    if (!made.ok) return made
    const { companyId, userId } = made.value
    const actor = { kind: 'super', id: userId } as const
    return deps.sessions.open(made.value, { commandId: newUuid(), companyId, actor, correlationId })
  }),
]
