import { domainError } from '@guiche/contracts/errors.js'
import { err, ok } from '@guiche/contracts/result.js'
import { subscriptionRoutes } from '@guiche/contracts/routes/subscription.js'
import { type Route, serving } from '@guiche/infra/http/route.js'
import { createSubscriptionOf } from '@guiche/infra/subscription/subscription-of.js'
import type { RouteDeps } from '../deps.js'

/** The subscription of a company, for its administrators, even while the company is blocked. */
export const subscriptionQueries = ({ records, clock, guards }: RouteDeps): readonly Route[] => {
  const subscriptionOf = createSubscriptionOf(records, clock)
  return serving('query', guards)(subscriptionRoutes, {
    'GET /subscription': async ({ caller }) => {
      const body = await subscriptionOf(caller)
      return body === null ? err(domainError('ERR_NO_COMPANY_FOUND')) : ok({ body })
    },
  })
}
