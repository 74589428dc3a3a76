import { loadSecretKey } from '@guiche/infra/config/secret-key.js'
import { createTokens } from '@guiche/infra/http/tokens.js'
import { deriveKey } from '@guiche/infra/keys.js'
import { type Plan, queuesOf, sessionOf, usersOf } from './plan.js'

/** A seeded agent with an access token that is valid for 15 minutes. */
export interface Agent {
  readonly userId: number
  readonly companyId: number
  readonly token: string
}

/** Access tokens for seeded agents, signed with the key of their DATA_DIR. So the benchmark does not measure any sign-in. */
export const agentsOf = (
  dataDir: string,
  plan: Plan,
  companyId: number,
  count = plan.agents,
): Promise<Agent[]> => {
  const tokens = createTokens(deriveKey(loadSecretKey(dataDir, {}), 'tokens'))
  const users = usersOf(plan, companyId)
  return Promise.all(
    users.slice(0, count).map(async (userId, index) => {
      const caller = {
        userId,
        companyId,
        name: `Agent ${userId}`,
        profile: index === 0 ? ('admin' as const) : ('user' as const),
        super: false,
        allTicket: true,
        queueIds: queuesOf(plan, companyId),
        sessionId: sessionOf(userId),
      }
      return { userId, companyId, token: await tokens.sign(caller, new Date()) }
    }),
  )
}

export const headersOf = (agent: Agent): Record<string, string> => ({
  authorization: `Bearer ${agent.token}`,
  'content-type': 'application/json',
})
