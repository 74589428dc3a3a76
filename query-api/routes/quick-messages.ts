import { ok } from '@guiche/contracts/result.js'
import { quickMessageRoutes } from '@guiche/contracts/routes/quick-messages.js'
import { type Route, serving } from '@guiche/infra/http/route.js'
import type { RouteDeps } from '../deps.js'

/** The caller's own uses of quick replies. The uses of all users are in the records. */
export const quickMessageQueries = ({ documents }: RouteDeps): readonly Route[] =>
  serving('query', {})(quickMessageRoutes, {
    'GET /quick-messages/uses': async ({ caller }) => {
      const { uses = {} } = (await documents.one('own-quick-uses', caller.companyId, caller.userId)) ?? {}
      const body = Object.entries(uses).map(([id, count]) => ({ id: Number(id), uses: count }))
      return ok({ body: body.sort((a, b) => b.uses - a.uses || a.id - b.id) })
    },
  })
