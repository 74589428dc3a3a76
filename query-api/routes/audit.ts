import { COLLECTIONS } from '@guiche/contracts/collections.js'
import { type DomainError, domainError } from '@guiche/contracts/errors.js'
import { err, ok, type Result } from '@guiche/contracts/result.js'
import type { CompanyDoc } from '@guiche/contracts/views/directory.js'
import type { AuditDoc } from '@guiche/contracts/views/ticket.js'
import { type Route, route } from '@guiche/infra/http/route.js'
import type { Where } from '@guiche/infra/read-store/read-store.js'
import { type Static, Type } from '@sinclair/typebox'
import type { RouteDeps } from '../deps.js'
import { createAuditNames } from './audit-names.js'
import { periodOf } from './days.js'
import { COUNT_CAP, findPage, pageOf } from './paging.js'
import { IdParams, optional, pagedQuery, textOf } from './params.js'
import { openTicket } from './ticket-access.js'

const PAGE = 40
const SORT = [['position', -1]] as const
const EVER = { from: '1970-01-01', to: '9998-12-31' }

const Word = Type.Optional(Type.String({ maxLength: 60, pattern: '^[a-z0-9.-]*$' }))
/** A day in the company's time zone, or a moment in ISO-8601. */
const MomentText = Type.Optional(
  Type.String({
    pattern: '^([0-9]{4}-[0-9]{2}-[0-9]{2}(T[0-9]{2}:[0-9]{2}(:[0-9]{2}([.][0-9]{1,3})?)?Z)?)?$',
  }),
)
const AuditQuery = pagedQuery({
  userId: optional.id,
  ticketId: optional.id,
  area: Word,
  kind: Word,
  type: Word,
  from: MomentText,
  to: MomentText,
})
type AuditQuery = Static<typeof AuditQuery>

/** First or last moment that a text stands for; null when it is no day. */
const momentOf = (timezone: string, text: string, edge: 'from' | 'to'): string | null => {
  if (!text.includes('T')) return periodOf(timezone, text, text)?.[edge] ?? null
  const moment = Date.parse(text)
  return Number.isNaN(moment) ? null : new Date(moment).toISOString()
}

const whereOf = (company: CompanyDoc, query: AuditQuery): Result<Where, DomainError> => {
  const area = textOf(query.area) ?? textOf(query.kind)
  const type = textOf(query.type)
  const from = momentOf(company.timezone, query.from || EVER.from, 'from')
  const to = momentOf(company.timezone, query.to || EVER.to, 'to')
  if (from === null || to === null) {
    return err(domainError('ERR_VALIDATION', { field: from === null ? 'from' : 'to' }))
  }
  return ok({
    companyId: company.companyId,
    ...(query.userId === undefined
      ? {}
      : { actorId: Number(query.userId), actorKind: { in: ['user', 'super'] } }),
    ...(query.ticketId === undefined ? {} : { ticketId: Number(query.ticketId) }),
    ...(area === null ? {} : { area }),
    ...(type === null ? {} : { type }),
    ...(query.from || query.to ? { time: { from, to } } : {}),
  })
}

/** GET of what happened: the company's audit for admins, one ticket's history for who may open it. Newest first. */
export const auditRoutes = (deps: RouteDeps): Route[] => {
  const { records, documents } = deps
  const present = createAuditNames(documents)
  const answer = async (where: Where, query: { pageNumber?: string; cursor?: string }) => {
    const page = pageOf(query, PAGE, SORT.length)
    if (!page.ok) return page
    const collection = COLLECTIONS.audit
    const [{ rows, ...rest }, count] = await Promise.all([
      findPage<AuditDoc>(documents, { collection, where: [where], sort: SORT }, page.value),
      documents.count({ collection, where, cap: COUNT_CAP }),
    ])
    return ok({ body: { records: await present(rows), count, ...rest } })
  }

  return [
    route('GET /audit', { query: AuditQuery, views: ['audit'] }, async ({ caller, query }) => {
      const company = await records.company(caller.companyId)
      if (company === null) return err(domainError('ERR_NO_COMPANY_FOUND'))
      const where = whereOf(company, query)
      return where.ok ? answer(where.value, query) : where
    }),

    route(
      'GET /tickets/:id/history',
      { params: IdParams, query: pagedQuery({}), views: ['inbox', 'audit'] },
      async ({ caller, params, query }) => {
        const ticket = await openTicket(records, caller, Number(params.id))
        if (!ticket.ok) return ticket
        return answer({ companyId: caller.companyId, ticketId: ticket.value.ticketId }, query)
      },
    ),
  ]
}
