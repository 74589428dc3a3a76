import { streams } from '@guiche/contracts/streams.js'
import { consequence } from '../kernel/consequence.js'
import type { Kernel } from '../kernel/kernel.js'
import { userDecider } from './decide.js'

/**
 * Appends a visit's begin and end to the visited company, too. A user who is no longer an administrator gets
 * no visit, and the visitor stays in the own company.
 */
export const visitBoth = consequence<
  { readonly kernel: Pick<Kernel, 'execute'> },
  'user.visit-began.v1' | 'user.visit-left.v1'
>({
  name: 'visit-both',
  group: 'cascade',
  atOnce: true,
  // the visited company also gets the end while the super user's own company is being erased
  whileErasing: true,
  harmless: ['ERR_NO_USER_FOUND', 'ERR_VISIT_REFUSED'],
  on: {
    'user.visit-began.v1': async ({ companyId, data }, work, { kernel }) => {
      const { userId: visitorId, visitedUserId, visitedCompanyId, ...visit } = data
      const command = { kind: 'be-visited', ...visit, visitorId, visitorCompanyId: companyId } as const
      const meta = { ...work.meta('visited'), companyId: visitedCompanyId }
      work.settle(await kernel.execute(userDecider, streams.user(visitedUserId), command, meta))
    },
    'user.visit-left.v1': async ({ data }, work, { kernel }) => {
      const { visitedUserId, visitedCompanyId, sessionId, reason } = data
      const meta = { ...work.meta('left'), companyId: visitedCompanyId }
      const command = { kind: 'end-visit', sessionId, reason } as const
      work.settle(await kernel.execute(userDecider, streams.user(visitedUserId), command, meta))
    },
  },
})
