import { withoutSeat } from '@guiche/contracts/company/seats.js'
import { domainError } from '@guiche/contracts/errors.js'
import { RECORDS, type Records } from '@guiche/contracts/records/index.js'
import { PLATFORM_COMPANY } from '@guiche/contracts/records/record.js'
import type { ShownRecord } from '@guiche/contracts/records/shapes.js'
import { err, ok } from '@guiche/contracts/result.js'
import { companyRoutes } from '@guiche/contracts/routes/companies.js'
import { planRoutes } from '@guiche/contracts/routes/plans.js'
import type { Caller } from '@guiche/contracts/users/permissions.js'
import {
  allowanceOfDoc,
  type CompanyRow,
  type PlanDoc,
  presentCompany,
  presentWholeCompany,
  type WithPlan,
} from '@guiche/contracts/views/company.js'
import type { CompanyDoc } from '@guiche/contracts/views/directory.js'
import { type Route, serving } from '@guiche/infra/http/route.js'
import { createSearcher } from '@guiche/infra/read-store/tokens.js'
import { allRecords } from '@guiche/infra/records/all-records.js'
import { presentRecords } from '@guiche/infra/records/present-records.js'
import type { RouteDeps } from '../deps.js'
import { findPage, type Page, pageInMemory, pageOf } from './paging.js'
import { textOf } from './params.js'
import { usersOf } from './users.js'

const PAGE = 20
/** Maximum of administrators of a company to choose from for a visit. */
const ADMINS = 100
/**
 * Greater than the number of companies of any installation; all are read at once for a search, and for lists
 * without pages.
 */
const COMPANIES = 20_000
/** Tickets, and things limited by a plan, are counted up to this number. */
const MAX_COUNT = 10_000
const BY_NAME = [
  ['sortName', 1],
  ['id', 1],
] as const
/** All registered companies: company 0 (the platform) has only settings, and no name. */
const IS_REGISTERED = { sortName: { gt: '' } } as const
const NEWEST_FIRST = [
  ['updatedAt', -1],
  ['id', -1],
] as const

/** Companies with their plans, for super users and for the companies' users; and the public plans. */
export const companyQueries = ({ records, documents, guards }: RouteDeps): readonly Route[] => {
  const missing = err(domainError('ERR_NO_COMPANY_FOUND'))
  const serve = serving('query', guards)

  /** The company, if it is the caller's, or the caller is a super user. */
  const readable = async (caller: Caller, companyId: number): Promise<WithPlan | null> =>
    companyId !== PLATFORM_COMPANY && (caller.companyId === companyId || caller.super)
      ? records.companyWithPlan(companyId)
      : null

  const companies = async (): Promise<CompanyDoc[]> =>
    documents.find('companies', { where: IS_REGISTERED, sort: BY_NAME, limit: COMPANIES })

  /** A page of all companies, or of those that match a text. The store pages only without a text. */
  const paged = async (text: string | null, page: Page) => {
    if (text === null) {
      const [found, count] = await Promise.all([
        findPage(documents, 'companies', { where: [IS_REGISTERED], sort: BY_NAME }, page),
        documents.count('companies', IS_REGISTERED, COMPANIES),
      ])
      return { ...found, count }
    }
    const finds = createSearcher({ text: ['name', 'email'], digits: ['phone'] }, text)
    const fitting = (await companies()).filter(finds)
    return { ...pageInMemory(fitting, BY_NAME, page), count: fitting.length }
  }

  const withPlans = async (docs: readonly CompanyDoc[]): Promise<WithPlan[]> => {
    const ids = docs.flatMap(({ planId }) => planId ?? [])
    const plans = await documents.getMany('plans', ids)
    return docs.map((company) => ({ company, plan: plans.get(String(company.planId)) ?? null }))
  }

  const usageOf = async (of: WithPlan) => {
    const { companyId } = of.company
    const { limits } = allowanceOfDoc(of)
    const [users, connections, queues] = await Promise.all([
      documents.count('users', { companyId, deleted: false }, MAX_COUNT),
      documents.count('connections', { companyId }, MAX_COUNT),
      documents.count('queues', { companyId }, MAX_COUNT),
    ])
    return {
      users: { used: users, limit: limits.users },
      connections: { used: connections, limit: limits.connections },
      queues: { used: queues, limit: limits.queues },
    }
  }

  const rowOf = async (of: WithPlan): Promise<CompanyRow> => {
    const { companyId } = of.company
    const [usage, tickets, last] = await Promise.all([
      usageOf(of),
      documents.count('tickets', { companyId, status: { in: ['open', 'pending'] } }, MAX_COUNT),
      documents.first('tickets', { where: { companyId }, sort: NEWEST_FIRST }),
    ])
    return { ...presentWholeCompany(of), usage, tickets, lastActivity: last?.updatedAt ?? null }
  }

  const ofCompanies = serve(companyRoutes, {
    'GET /companies': async ({ query }) => {
      const page = pageOf(query, PAGE, BY_NAME.length)
      if (!page.ok) return page
      const { rows, ...rest } = await paged(textOf(query.searchParam), page.value)
      const shown = await Promise.all((await withPlans(rows)).map(rowOf))
      return ok({ body: { companies: shown, ...rest } })
    },

    'GET /companies/list': async () =>
      ok({ body: (await withPlans(await companies())).map(presentWholeCompany) }),

    'GET /companiesPlan': async () =>
      ok({ body: { companies: (await withPlans(await companies())).map(presentCompany) } }),

    'GET /companies/:id': async ({ caller, params }) => {
      const company = await readable(caller, params.id)
      return company === null ? missing : ok({ body: presentWholeCompany(company) })
    },

    'GET /companies/:id/usage': async ({ caller, params, query }) => {
      const now = await readable(caller, params.id)
      if (now === null) return missing
      const planId = query.planId === undefined ? null : Number(query.planId)
      if (planId !== null && !caller.super) return err(domainError('ERR_NO_PERMISSION'))
      const plan = planId === null ? now.plan : await documents.one('plans', PLATFORM_COMPANY, planId)
      if (planId !== null && plan === null) return err(domainError('ERR_NO_PLAN_FOUND'))
      const company = { ...now, plan }
      const [usage, users] = await Promise.all([usageOf(company), usersOf(documents, params.id)])
      const readOnly = withoutSeat(users, usage.users.limit).map(({ userId, name }) => ({ id: userId, name }))
      return ok({ body: { ...usage, readOnly } })
    },

    'GET /companies/:id/admins': async ({ params: { id: companyId } }) => {
      if ((await records.company(companyId)) === null || companyId === PLATFORM_COMPANY) return missing
      const where = { companyId, deleted: false, profile: 'admin', super: false }
      const admins = await documents.find('users', { where, limit: ADMINS })
      return ok({ body: admins.map(({ userId, name }) => ({ id: userId, name })) })
    },

    'GET /companies/listPlan/:companyId': async ({ caller, params: { companyId } }) => {
      const company = await readable(caller, companyId)
      return company === null ? missing : ok({ body: presentCompany(company) })
    },
  })

  const shownPlans = async (mayRead: (plan: PlanDoc) => boolean) => {
    const plans = await allRecords(documents, 'plan', PLATFORM_COMPANY)
    const shown = await presentRecords(documents, RECORDS.plan, plans.filter(mayRead))
    return ok({ body: shown as unknown as ShownRecord<Records['plan']>[] })
  }
  const isOffered = ({ useInternal }: PlanDoc): boolean => useInternal === 1
  const plansFor = async ({ caller }: { readonly caller: Caller | null }) => {
    if (caller === null) return shownPlans(isOffered)
    if (caller.super) return shownPlans(() => true)
    const company = await records.company(caller.companyId)
    return shownPlans((plan) => isOffered(plan) || plan.planId === company?.planId)
  }
  const ofPlans = serve(planRoutes, {
    'GET /plans/list': plansFor,
    'GET /plans/all': plansFor,
    'GET /plans/register': async () => shownPlans(isOffered),
  })
  return [...ofCompanies, ...ofPlans]
}
