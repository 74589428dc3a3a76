import { type DomainError, domainError } from '@guiche/contracts/errors.js'
import { PLATFORM_COMPANY } from '@guiche/contracts/records/record.js'
import { err, ok, type Result } from '@guiche/contracts/result.js'
import { insightRoutes } from '@guiche/contracts/routes/insight.js'
import type { QueryOf } from '@guiche/contracts/routes/route.js'
import { COUNT_CAP } from '@guiche/contracts/ticket/counts.js'
import type { Caller } from '@guiche/contracts/users/permissions.js'
import type { CompanyDoc } from '@guiche/contracts/views/directory.js'
import { type Route, serving } from '@guiche/infra/http/route.js'
import type { FindQuery, Where } from '@guiche/infra/read-store/read-store.js'
import type { Documents } from '@guiche/infra/records/documents.js'
import { mergedIdsOf } from '@guiche/infra/records/merged-contacts.js'
import type { RouteDeps } from '../deps.js'
import { AUDIT_SORT, auditExport } from './audit-export.js'
import { createAuditNames } from './audit-names.js'
import { dashboardFigures } from './dashboard.js'
import { periodOf } from './days.js'
import { createDescription } from './description.js'
import { findPage, pageOf } from './paging.js'
import { textOf } from './params.js'
import { ratingExport, ratingSummary, ratingsPage } from './ratings.js'

const PAGE = 40
const ALL_TIME = { from: '1970-01-01', to: '9998-12-31' }

type AuditFilter = QueryOf<(typeof insightRoutes)['GET /audit/export']>

/** First or last moment of a day in text form; null for an invalid day. */
const momentOf = (timezone: string, text: string, edge: 'from' | 'to'): string | null => {
  if (!text.includes('T')) return periodOf(timezone, text, text)?.[edge] ?? null
  const moment = Date.parse(text)
  return Number.isNaN(moment) ? null : new Date(moment).toISOString()
}

const whereOf = async (
  documents: Documents,
  company: CompanyDoc,
  query: AuditFilter,
): Promise<Result<Where, DomainError>> => {
  const area = textOf(query.area) ?? textOf(query.kind)
  const type = textOf(query.type)
  const subject = textOf(query.subject)
  const from = momentOf(company.timezone, query.from || ALL_TIME.from, 'from')
  const to = momentOf(company.timezone, query.to || ALL_TIME.to, 'to')
  if (from === null || to === null) {
    return err(domainError('ERR_VALIDATION', { field: from === null ? 'from' : 'to' }))
  }
  const { companyId } = company
  const contactId = query.contactId === undefined ? null : Number(query.contactId)
  return ok({
    companyId,
    ...(query.userId === undefined
      ? {}
      : { actorId: Number(query.userId), actorKind: { in: ['user', 'super'] } }),
    ...(query.ticketId === undefined ? {} : { ticketId: Number(query.ticketId) }),
    // events before a merge have the id of the merged contact
    ...(contactId === null ? {} : { contactId: { in: await mergedIdsOf(documents, companyId, contactId) } }),
    ...(subject === null ? {} : { subject }),
    ...(area === null ? {} : { area }),
    ...(type === null ? {} : { type }),
    ...(query.from || query.to ? { time: { from, to } } : {}),
  })
}

/** Reads pages of the audit: of a company, or of one ticket. `sort`: newest first. */
export const createHistory = (documents: Documents) => {
  const present = createAuditNames(documents)
  return async (
    where: readonly Where[],
    sort: FindQuery['sort'],
    query: { pageNumber?: string; cursor?: string },
  ) => {
    const page = pageOf(query, PAGE, sort.length)
    if (!page.ok) return page
    const [{ rows, ...rest }, count] = await Promise.all([
      findPage(documents, 'audit', { where, sort }, page.value),
      documents.count('audit', where, COUNT_CAP),
    ])
    return ok({ body: { records: await present(rows), count, ...rest } })
  }
}

/** Queries of a company's admins: figures, and the audit. Also the API description. */
export const insightQueries = (deps: RouteDeps): readonly Route[] => {
  const history = createHistory(deps.documents)
  const describe = createDescription()
  /** Super users also see the audit of the platform itself. */
  const askedFor = async (caller: Caller, query: AuditFilter) => {
    const company = await deps.records.company(caller.companyId)
    if (company === null) return err(domainError('ERR_NO_COMPANY_FOUND'))
    const where = await whereOf(deps.documents, company, query)
    if (!where.ok) return where
    const platform = caller.super ? [{ ...where.value, companyId: PLATFORM_COMPANY }] : []
    return ok({ company, where: [where.value, ...platform] })
  }
  return serving('query', deps.guards)(insightRoutes, {
    'GET /dashboard': ({ caller, query }) => dashboardFigures(deps, caller, query),
    'GET /audit': async ({ caller, query }) => {
      const asked = await askedFor(caller, query)
      return asked.ok ? history(asked.value.where, AUDIT_SORT, query) : asked
    },
    'GET /audit/export': async ({ caller, query, language }) => {
      const asked = await askedFor(caller, query)
      if (!asked.ok) return asked
      return ok(auditExport(deps, asked.value.company, asked.value.where, language))
    },
    'GET /ratings': ({ caller, query }) => ratingsPage(deps, caller, query),
    'GET /ratings/summary': ({ caller, query }) => ratingSummary(deps, caller, query),
    'GET /ratings/export': ({ caller, query, language }) => ratingExport(deps, caller, query, language),
    'GET /openapi.json': async ({ request }) => describe(request),
  })
}
