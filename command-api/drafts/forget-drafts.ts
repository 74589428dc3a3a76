import { inParallel } from '@guiche/infra/parallel.js'
import type { AreaDeps } from '../deps.js'
import { consequence } from '../kernel/consequence.js'
import { usersOf } from '../user/company-users.js'
import { createDrafts } from './drafts.js'

const USERS_AT_ONCE = 20

/** Drafts go with their user, and with their ticket. */
export const forgetDrafts = consequence<Pick<AreaDeps, 'vault' | 'documents'>>({
  name: 'forget-drafts',
  group: 'cascade',
  atOnce: true,
  on: {
    'user.deleted.v1': ({ companyId, data: { userId } }, _work, { vault }) =>
      createDrafts(vault).forget(companyId, { userId }),
    'ticket.deleted.v1': async ({ companyId, data: { ticketId } }, _work, { vault, documents }) => {
      const drafts = createDrafts(vault)
      await inParallel(await usersOf(documents, companyId), USERS_AT_ONCE, ({ userId }) =>
        drafts.forget(companyId, { userId, ticketId }),
      )
    },
  },
})
