import { type DomainError, domainError } from '@guiche/contracts/errors.js'
import type { Rating } from '@guiche/contracts/events/ticket.js'
import type { Language } from '@guiche/contracts/languages.js'
import { dayAt } from '@guiche/contracts/local-time.js'
import { err, ok, type Result } from '@guiche/contracts/result.js'
import type { insightRoutes } from '@guiche/contracts/routes/insight.js'
import type { QueryOf } from '@guiche/contracts/routes/route.js'
import { COUNT_CAP } from '@guiche/contracts/ticket/counts.js'
import type { Caller } from '@guiche/contracts/users/permissions.js'
import type { CompanyDoc } from '@guiche/contracts/views/directory.js'
import type { RatingRecord, RatingSummary } from '@guiche/contracts/views/ratings.js'
import type { DashboardDayDoc, RatingDoc } from '@guiche/contracts/views/ticket.js'
import { wordsOf } from '@guiche/contracts/words/words.js'
import { type Cell, csvReply, csvTimes } from '@guiche/infra/csv.js'
import type { FindQuery, Where } from '@guiche/infra/read-store/read-store.js'
import type { Documents } from '@guiche/infra/records/documents.js'
import type { RouteDeps } from '../deps.js'
import { dayAfter, periodOf } from './days.js'
import { findPage, pageOf } from './paging.js'

const PAGE = 40
const EXPORT_PAGE = 500
const DEFAULT_DAYS = 30
/** Longest period in days: ten years. */
const MOST_DAYS = 3660
const SORT = [
  ['ratedAt', -1],
  ['id', -1],
] as const

type Routes = typeof insightRoutes
type Filter = QueryOf<Routes['GET /ratings/export']>
type Deps = Pick<RouteDeps, 'records' | 'documents' | 'clock'>
interface RatingsQuery {
  readonly company: CompanyDoc
  readonly first: string
  readonly last: string
  readonly where: Where
}

const requestedPeriod = async (
  { records, clock }: Deps,
  { companyId }: Caller,
  query: Filter,
): Promise<Result<RatingsQuery, DomainError>> => {
  const company = await records.company(companyId)
  if (company === null) return err(domainError('ERR_NO_COMPANY_FOUND'))
  const today = dayAt(company.timezone, clock.now().getTime())
  const last = query.date_to || today
  const first = query.date_from || dayAfter(last, 1 - DEFAULT_DAYS)
  const period = periodOf(company.timezone, first, last)
  if (period === null || first > last || dayAfter(first, MOST_DAYS) < last) {
    return err(domainError('ERR_VALIDATION', { field: 'date_from' }))
  }
  const where: Where = {
    companyId,
    ...(query.userId === undefined ? {} : { userId: Number(query.userId) }),
    ...(query.queueId === undefined ? {} : { queueId: Number(query.queueId) }),
    ...(query.rating ? { rating: Number(query.rating) } : {}),
    ratedAt: { from: period.from, to: period.to },
  }
  return ok({ company, first, last, where })
}

/** Names of users and queues, including deleted ones. */
const namesOf = async (
  documents: Documents,
  companyId: number,
  ids: { readonly userIds: readonly number[]; readonly queueIds: readonly number[] },
) => {
  const [users, queues, gone] = await Promise.all([
    documents.getMany('users', ids.userIds),
    documents.getMany('queues', ids.queueIds),
    documents.getMany('deleted-queues', ids.queueIds),
  ])
  const of = (doc: { readonly companyId: number; readonly name: string } | undefined): string =>
    doc?.companyId === companyId ? doc.name : ''
  return {
    user: (id: number) => of(users.get(String(id))),
    queue: (id: number) => of(queues.get(String(id)) ?? gone.get(String(id))),
  }
}

const presentRating = async (
  documents: Documents,
  companyId: number,
  docs: readonly RatingDoc[],
): Promise<RatingRecord[]> => {
  const [tickets, messages, names] = await Promise.all([
    documents.getMany(
      'tickets',
      docs.map(({ ticketId }) => ticketId),
    ),
    documents.getMany(
      'messages',
      docs.flatMap(({ commentIds }) => commentIds),
    ),
    namesOf(documents, companyId, {
      userIds: docs.flatMap(({ userId }) => userId ?? []),
      queueIds: docs.flatMap(({ queueId }) => queueId ?? []),
    }),
  ])
  const contacts = await documents.getMany(
    'contacts',
    [...tickets.values()].map(({ contactId }) => contactId),
  )
  return docs.map((doc) => {
    const { id, ticketId, userId, queueId, rating, ratedAt } = doc
    const ticket = tickets.get(String(ticketId))
    const contact = ticket && contacts.get(String(ticket.contactId))
    return {
      ...{ id, ticketId, rating, ratedAt },
      ticketUuid: ticket?.uuid ?? null,
      contact: contact === undefined ? null : { id: contact.contactId, name: contact.name },
      user: userId === null ? null : { id: userId, name: names.user(userId) },
      queue: queueId === null ? null : { id: queueId, name: names.queue(queueId) },
      comments: doc.commentIds.flatMap((messageId) => {
        const message = messages.get(messageId)
        if (message === undefined || message.deleted) return []
        return [{ id: messageId, body: message.body, kind: message.kind }]
      }),
    }
  })
}

/** A page of ratings, newest first. */
export const ratingsPage = async (deps: Deps, caller: Caller, query: QueryOf<Routes['GET /ratings']>) => {
  const filter = await requestedPeriod(deps, caller, query)
  if (!filter.ok) return filter
  const page = pageOf(query, PAGE, SORT.length)
  if (!page.ok) return page
  const { where } = filter.value
  const [{ rows, ...rest }, count] = await Promise.all([
    findPage(deps.documents, 'ratings', { where: [where], sort: SORT }, page.value),
    deps.documents.count('ratings', where, COUNT_CAP),
  ])
  return ok({
    body: { records: await presentRating(deps.documents, caller.companyId, rows), count, ...rest },
  })
}

type RatingCounts = readonly [number, number, number]
const NO_RATINGS: RatingCounts = [0, 0, 0]
const addCounts = (a: RatingCounts, b: RatingCounts): RatingCounts => [a[0] + b[0], a[1] + b[1], a[2] + b[2]]
const ratingFigures = ([unsatisfied, satisfied, very]: RatingCounts) => {
  const count = unsatisfied + satisfied + very
  const sum = unsatisfied + 2 * satisfied + 3 * very
  return {
    count,
    average: count === 0 ? null : Math.round((sum / count) * 100) / 100,
    given: { 1: unsatisfied, 2: satisfied, 3: very } satisfies Record<Rating, number>,
  }
}

/** Sums of the days: in all, by agent, and by queue. */
const addedUp = (days: readonly DashboardDayDoc[], userId: number | null, queueId: number | null) => {
  let total = NO_RATINGS
  const users = new Map<number, RatingCounts>()
  const queues = new Map<number, RatingCounts>()
  for (const [whom, given] of days.flatMap((day) => Object.entries(day.ratings ?? {}))) {
    const [user = 0, queue = 0] = whom.split(':').map(Number)
    if ((userId ?? user) !== user || (queueId ?? queue) !== queue) continue
    total = addCounts(total, given)
    users.set(user, addCounts(users.get(user) ?? NO_RATINGS, given))
    queues.set(queue, addCounts(queues.get(queue) ?? NO_RATINGS, given))
  }
  return { total, users, queues }
}

/** The figures of a period, from the days of the dashboard. */
export const ratingSummary = async (
  deps: Deps,
  caller: Caller,
  query: QueryOf<Routes['GET /ratings/summary']>,
) => {
  const filter = await requestedPeriod(deps, caller, query)
  if (!filter.ok) return filter
  const { companyId } = caller
  const { first, last } = filter.value
  const days = await deps.documents.find('dashboard-days', {
    where: { companyId, day: { from: first, to: last } },
    sort: [['day', 1]],
    limit: MOST_DAYS + 1,
  })
  const idOf = (text: string | undefined): number | null => (text === undefined ? null : Number(text))
  const { total, users, queues } = addedUp(days, idOf(query.userId), idOf(query.queueId))
  const names = await namesOf(deps.documents, companyId, {
    userIds: [...users.keys()],
    queueIds: [...queues.keys()],
  })
  const listed = (of: ReadonlyMap<number, RatingCounts>, nameOf: (id: number) => string) =>
    [...of]
      .map(([id, given]) => ({ id, name: nameOf(id), ...ratingFigures(given) }))
      .sort((a, b) => b.count - a.count || a.name.localeCompare(b.name))
  const body: RatingSummary = {
    total: ratingFigures(total),
    users: listed(users, names.user),
    queues: listed(queues, names.queue),
  }
  return ok({ body })
}

const COLUMNS = ['ratedAt', 'contact', 'user', 'queue', 'rating', 'comment', 'ticket'].map(
  (column) => `ratings:sheet.${column}`,
)

/**
 * The matching ratings as a CSV file. Pages are read while the file is sent; times are in the company's time
 * zone.
 */
export const ratingExport = async (deps: Deps, caller: Caller, query: Filter, language: Language) => {
  const filter = await requestedPeriod(deps, caller, query)
  if (!filter.ok) return filter
  const { documents, clock } = deps
  const { company, where } = filter.value
  const words = wordsOf(language)
  const moment = csvTimes(company.timezone)
  const rows = async function* (): AsyncGenerator<readonly Cell[]> {
    yield COLUMNS.map((key) => words.t(key))
    for (let place: Pick<FindQuery, 'after'> = {}; ; ) {
      const page = await documents.find('ratings', {
        ...{ where: [where], sort: SORT, limit: EXPORT_PAGE },
        ...place,
      })
      for (const one of await presentRating(documents, caller.companyId, page)) {
        const comment = one.comments.map(({ body }) => body).join('\n')
        const who = [one.contact, one.user, one.queue].map((named) => named?.name ?? '')
        yield [moment(one.ratedAt), ...who, one.rating, comment, one.ticketId]
      }
      const last = page.at(-1)
      if (last === undefined || page.length < EXPORT_PAGE) return
      place = { after: [last.ratedAt, last.id] }
    }
  }
  return ok(csvReply(`ratings-${moment(clock.now()).slice(0, 10)}.csv`, rows()))
}
