import { PLATFORM_COMPANY } from '@guiche/contracts/records/record.js'
import { err, ok } from '@guiche/contracts/result.js'
import { subscriptionRoutes } from '@guiche/contracts/routes/subscription.js'
import { streams } from '@guiche/contracts/streams.js'
import { dueDateSettingsOf } from '@guiche/contracts/subscription/due-date-settings.js'
import { type Route, serving } from '@guiche/infra/http/route.js'
import { createSubscriptionOf } from '@guiche/infra/subscription/subscription-of.js'
import type { AreaDeps } from '../deps.js'
import { metaOf } from '../kernel/meta.js'
import { companyDecider } from './decide.js'

type Deps = Pick<AreaDeps, 'kernel' | 'records' | 'standings' | 'clock'>

/** Commands of a company's administrators about its subscription. */
export const subscriptionCommands = ({ kernel, records, standings, clock }: Deps): readonly Route[] => {
  const subscriptionOf = createSubscriptionOf(records, clock)
  return serving('command', {})(subscriptionRoutes, {
    'POST /subscription/unblock': async (call) => {
      const { companyId } = call.caller
      const settings = dueDateSettingsOf((await records.company(PLATFORM_COMPANY))?.settings)
      const command = { kind: 'unblock', settings } as const
      const stream = streams.company(companyId)
      const handled = await kernel.execute(companyDecider, stream, command, metaOf(call))
      // the platform has blocked the company: the error names the person to ask
      if (!handled.ok && handled.error.code === 'ERR_COMPANY_BLOCKED')
        return err((await standings.refusal(companyId)) ?? handled.error)
      if (!handled.ok) return handled
      const { position } = handled.value
      return ok({ position, id: companyId, body: () => subscriptionOf(call.caller) })
    },
  })
}
