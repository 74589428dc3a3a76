import { domainError } from '@guiche/contracts/errors.js'
import { byName } from '@guiche/contracts/records/order.js'
import { PLATFORM_COMPANY } from '@guiche/contracts/records/record.js'
import { err, ok } from '@guiche/contracts/result.js'
import { userRoutes } from '@guiche/contracts/routes/users.js'
import type { UserDoc } from '@guiche/contracts/views/directory.js'
import { presentUserRow, presentUserToAgents } from '@guiche/contracts/views/present.js'
import { presentOwnUser } from '@guiche/contracts/views/session.js'
import { type Route, serving } from '@guiche/infra/http/route.js'
import { createSearcher } from '@guiche/infra/read-store/tokens.js'
import type { Documents } from '@guiche/infra/records/documents.js'
import type { RouteDeps } from '../deps.js'
import { pageInMemory, pageOf } from './paging.js'
import { textOf } from './params.js'

const PAGE = 20
/** Greater than the number of users of any company: all users are read at once. */
const USERS_LIMIT = 5000
const SORT = [
  ['createdAt', -1],
  ['id', -1],
] as const

/** Users of the company: the existing ones, or the deleted ones. */
export const usersOf = async (documents: Documents, companyId: number, deleted = false): Promise<UserDoc[]> =>
  documents.find('users', {
    where: { companyId, deleted },
    sort: [['id', 1]],
    limit: USERS_LIMIT,
  })

/** The page of users, the short list for everybody, and single users. */
export const userQueries = ({ records, documents, guards, clock }: RouteDeps): readonly Route[] =>
  serving('query', guards)(userRoutes, {
    'GET /users': async ({ caller, query }) => {
      const page = pageOf(query, PAGE, SORT.length)
      if (!page.ok) return page
      const text = textOf(query.searchParam)
      const everyone = await usersOf(documents, caller.companyId)
      const fitting =
        text === null ? everyone : everyone.filter(createSearcher({ text: ['name', 'email'] }, text))
      const { rows, ...rest } = pageInMemory(fitting, SORT, page.value)
      const all = await records.presentUsers(rows)
      const users = caller.profile === 'admin' ? all : all.map(presentUserToAgents)
      return ok({ body: { users, count: fitting.length, ...rest } })
    },

    'GET /users/list': async ({ caller }) => {
      const users = await records.presentUsers(await usersOf(documents, caller.companyId))
      return ok({ body: users.map(presentUserRow).sort(byName) })
    },

    'GET /users/former': async ({ caller }) => {
      const users = await usersOf(documents, caller.companyId, true)
      return ok({ body: users.map(({ userId, name }) => ({ id: userId, name })).sort(byName) })
    },

    'GET /users/:id/sessions': async ({ caller, found: { companyId, userId } }) => {
      // visits to this user are not sign-ins of the user
      const where = { companyId, userId, visit: null }
      const sessions = await documents.find('sessions', { where, limit: 10 })
      return ok({
        body: sessions.map(({ id, startedAt }) => ({ startedAt, current: id === caller.sessionId })),
      })
    },

    'GET /users/:id': async ({ caller, params }) => {
      const user = await records.user(caller.companyId, params.id)
      if (user === null) return err(domainError('ERR_NO_USER_FOUND'))
      const [[whole], company, platform] = await Promise.all([
        records.presentUsers([user]),
        records.companyWithPlan(user.companyId),
        records.company(PLATFORM_COMPANY),
      ])
      if (whole === undefined || company === null) return err(domainError('ERR_NO_USER_FOUND'))
      const isWhole = caller.profile === 'admin' || caller.userId === user.userId
      const shown = isWhole ? whole : presentUserToAgents(whole)
      return ok({ body: presentOwnUser(shown, company, platform?.settings, clock.now()) })
    },
  })
