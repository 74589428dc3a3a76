import { domainError } from '@guiche/contracts/errors.js'
import { dayAt } from '@guiche/contracts/local-time.js'
import { err, ok } from '@guiche/contracts/result.js'
import type { insightRoutes } from '@guiche/contracts/routes/insight.js'
import type { QueryOf } from '@guiche/contracts/routes/route.js'
import type { Caller } from '@guiche/contracts/users/permissions.js'
import type { UserDoc } from '@guiche/contracts/views/directory.js'
import type { DashboardRecord } from '@guiche/contracts/views/insight.js'
import type { CounterDoc, DashboardDayDoc } from '@guiche/contracts/views/ticket.js'
import type { Answer } from '@guiche/infra/http/route.js'
import type { Presence } from '@guiche/infra/records/records.js'
import type { RouteDeps } from '../deps.js'
import { dayAfter, periodOf } from './days.js'
import { usersOf } from './users.js'

const DEFAULT_DAYS = 30
/** Longest period in days: ten years. */
const MOST_DAYS = 3660
const LEADS_CAP = 1_000_000
const INSTALLATION_CAP = 1_000_000

/** Milliseconds summed over a number of cases → minutes on average, one decimal; null without a case. */
const averageMinutes = (sumMs: number, cases: number): number | null => averageOf(sumMs / 60_000, cases)

/** An average with one decimal; null without cases. */
const averageOf = (total: number, cases: number): number | null =>
  cases === 0 ? null : Math.round((total / cases) * 10) / 10

const sumOf = <T>(items: readonly T[], of: (item: T) => number): number =>
  items.reduce((total, item) => total + of(item), 0)

/** Figures of a period from its days, and present figures from the counters. One entry per day, even for empty days. */
const dashboardOf = (parts: {
  first: string
  last: string
  days: readonly DashboardDayDoc[]
  counters: readonly CounterDoc[]
  users: readonly UserDoc[]
  leads: number
  installation: { companies: number; sessions: number } | null
  presence: Presence
}): DashboardRecord => {
  const { first, last, days, counters, users, leads, installation, presence } = parts
  const now = (status: CounterDoc['status']): number =>
    sumOf(
      counters.filter((counter) => counter.status === status),
      (counter) => counter.tickets,
    )
  const byDay = new Map(days.map((day) => [day.day, day]))
  const listed: DashboardRecord['days'][number][] = []
  for (let day = first; day <= last; day = dayAfter(day)) {
    const found = byDay.get(day)
    listed.push({ day, opened: found?.opened ?? 0, finished: found?.finished ?? 0 })
  }
  return {
    counters: {
      supportHappening: now('open'),
      supportPending: now('pending'),
      supportFinished: sumOf(days, (day) => day.finished),
      leads,
      avgSupportTime: averageMinutes(
        sumOf(days, (day) => day.supportMs),
        sumOf(days, (day) => day.supports),
      ),
      avgWaitTime: averageMinutes(
        sumOf(days, (day) => day.waitMs),
        sumOf(days, (day) => day.waits),
      ),
      totalCompanies: installation?.companies ?? null,
      totalWhatsappSessions: installation?.sessions ?? null,
    },
    attendants: users
      .map((user) => {
        const own = days.flatMap((day) => day.users[String(user.userId)] ?? [])
        return {
          id: user.userId,
          name: user.name,
          avgSupportTime: averageMinutes(
            sumOf(own, (day) => day.supportMs),
            sumOf(own, (day) => day.supports),
          ),
          tickets: sumOf(own, (day) => day.finished),
          rating: averageOf(
            sumOf(own, (day) => day.rated ?? 0),
            sumOf(own, (day) => day.ratings ?? 0),
          ),
          online: presence.isOnline(user.userId),
        }
      })
      .sort((a, b) => b.tickets - a.tickets || a.name.localeCompare(b.name)),
    days: listed,
  }
}

/** The figures of the last `days` days, or of `date_from` to `date_to`, in the company's time zone. */
export const dashboardFigures = async (
  { records, documents, presence, clock }: RouteDeps,
  caller: Caller,
  query: QueryOf<(typeof insightRoutes)['GET /dashboard']>,
): Promise<Answer<DashboardRecord>> => {
  const { companyId } = caller
  const company = await records.company(companyId)
  if (company === null) return err(domainError('ERR_NO_COMPANY_FOUND'))
  const today = dayAt(company.timezone, clock.now().getTime())
  const dated = Boolean(query.date_from) || Boolean(query.date_to)
  const last = dated ? query.date_to || today : today
  const first = dated ? query.date_from || last : dayAfter(last, 1 - Number(query.days || DEFAULT_DAYS))
  const period = periodOf(company.timezone, first, last)
  if (period === null || first > last || dayAfter(first, MOST_DAYS) < last) {
    return err(domainError('ERR_VALIDATION', { field: dated ? 'date_from' : 'days' }))
  }

  const [days, counters, users, leads, companies, sessions] = await Promise.all([
    documents.find('dashboard-days', {
      where: { companyId, day: { from: first, to: last } },
      sort: [['day', 1]],
      limit: MOST_DAYS + 1,
    }),
    documents.find('counters', {
      where: { companyId, status: { in: ['open', 'pending'] } },
      sort: [['id', 1]],
      limit: 100_000,
    }),
    usersOf(documents, companyId),
    documents.count(
      'contacts',
      // without merged duplicates, and without contacts known before the phone was linked
      { companyId, mergedInto: null, imported: null, createdAt: { from: period.from, to: period.to } },
      LEADS_CAP,
    ),
    caller.super ? documents.count('companies', { companyId: { gt: 0 } }, INSTALLATION_CAP) : 0,
    caller.super ? documents.count('connections', { status: 'CONNECTED' }, INSTALLATION_CAP) : 0,
  ])
  const installation = caller.super ? { companies, sessions } : null
  return ok({
    body: dashboardOf({ first, last, days, counters, users, leads, installation, presence }),
  })
}
