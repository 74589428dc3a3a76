import { type DomainError, domainError } from '@guiche/contracts/errors.js'
import { RECORDS, type Records } from '@guiche/contracts/records/index.js'
import type { RecordDoc, ShownRecord } from '@guiche/contracts/records/shapes.js'
import { err, ok, type Result } from '@guiche/contracts/result.js'
import { kanbanRoutes } from '@guiche/contracts/routes/kanban.js'
import { byLaneOrder, NO_LANE } from '@guiche/contracts/ticket/kanban.js'
import { matchesOf } from '@guiche/contracts/ticket-lists/lists.js'
import { fulfilsMatch, type TicketMatch } from '@guiche/contracts/ticket-lists/match.js'
import type { Order } from '@guiche/contracts/ticket-lists/order.js'
import type { Caller } from '@guiche/contracts/users/permissions.js'
import type { CounterDoc } from '@guiche/contracts/views/ticket.js'
import { type Route, serving } from '@guiche/infra/http/route.js'
import { allRecords } from '@guiche/infra/records/all-records.js'
import { presentRecords } from '@guiche/infra/records/present-records.js'
import type { RouteDeps } from '../deps.js'
import { findPage, type Page, pageOf } from './paging.js'
import { idsOf } from './params.js'

/** Cards of a lane in one answer. */
const PAGE = 30
/** Greater than the number of counters of any company: one for each status, queue and user. */
const COUNTERS = 100_000
const IN_LANE = [
  ['laneRank', 1],
  ['id', 1],
] as const satisfies Order

interface Filters {
  readonly queueIds?: string
  readonly users?: string
}
interface Total {
  readonly id: number
  readonly count: number
}

/**
 * The number of cards in these lanes, from maintained counters. Cards without a lane are in the lane without
 * tag.
 */
const totalsOf = (lanes: readonly number[], counters: readonly CounterDoc[]): Total[] => {
  const all = counters.reduce((sum, { tickets }) => sum + tickets, 0)
  const tagged = lanes.map((id) => ({
    id,
    count: counters.reduce((sum, counter) => sum + (counter.lanes?.[id] ?? 0), 0),
  }))
  const inLanes = tagged.reduce((sum, { count }) => sum + count, 0)
  return [{ id: NO_LANE, count: Math.max(0, all - inLanes) }, ...tagged]
}

/** The kanban board: its lanes, its cards and their numbers. */
export const kanbanQueries = (deps: RouteDeps): readonly Route[] => {
  const { documents, records } = deps

  /** The tags that are lanes, in the order of the lanes. */
  const lanesOf = async ({
    companyId,
  }: Caller): Promise<Result<RecordDoc<Records['tag']>[], DomainError>> => {
    const tags = await allRecords(documents, 'tag', companyId, { where: { kanban: 1 } })
    const place = ({ tagId, laneOrder = null }: RecordDoc<Records['tag']>) => ({ id: tagId, laneOrder })
    return ok(tags.sort((a, b) => byLaneOrder(place(a), place(b))))
  }

  const matchesFor = (caller: Caller, { queueIds, users }: Filters): TicketMatch[] =>
    matchesOf(caller, { wide: true, queueIds: idsOf(queueIds), users: idsOf(users) ?? [] })

  const countersOf = async ({ companyId }: Caller, matches: readonly TicketMatch[]) => {
    const where = { companyId, status: { in: ['open', 'pending'] } }
    const counters = await documents.find('counters', { where, limit: COUNTERS })
    return counters.filter((counter) => matches.some((match) => fulfilsMatch(counter, match)))
  }

  const pageOfLane = async (
    { companyId }: Caller,
    matches: readonly TicketMatch[],
    lane: number,
    page: Page,
  ) => {
    const where = matches.map((match) => ({ companyId, lane, ...match }))
    return findPage(documents, 'tickets', { where, sort: IN_LANE }, page)
  }

  return serving('query', deps.guards)(kanbanRoutes, {
    'GET /tags/kanban': async ({ caller }) => {
      const lanes = await lanesOf(caller)
      if (!lanes.ok) return lanes
      const shown = await presentRecords(documents, RECORDS.tag, lanes.value)
      return ok({ body: { lista: shown as unknown as ShownRecord<Records['tag']>[] } })
    },

    'GET /ticket/kanban': async ({ caller, query }) => {
      const page = pageOf(query, PAGE, IN_LANE.length)
      if (!page.ok) return page
      const found = await lanesOf(caller)
      if (!found.ok) return found
      const lanes = found.value.map(({ tagId }) => tagId)
      const asked = query.lane === undefined ? null : Number(query.lane)
      if (asked !== null && asked !== NO_LANE && !lanes.includes(asked))
        return err(domainError('ERR_NO_TAG_FOUND'))
      const matches = matchesFor(caller, query)
      const totals = totalsOf(lanes, await countersOf(caller, matches)).filter(
        ({ id }) => asked === null || id === asked,
      )
      // a cursor of one lane means nothing in another lane
      const place: Page = asked === null ? { size: PAGE, skip: 0, after: null } : page.value
      const read = await Promise.all(
        totals.map(async (total) => ({
          ...total,
          ...(await pageOfLane(caller, matches, total.id, place)),
        })),
      )
      const rows = read.flatMap((lane) => lane.rows)
      return ok({
        body: {
          tickets: await records.presentTickets(rows),
          count: totals.reduce((sum, { count }) => sum + count, 0),
          hasMore: read.some(({ hasMore }) => hasMore),
          cursor: asked === null ? null : (read[0]?.cursor ?? null),
          lanes: read.map(({ id, count, cursor }) => ({ id, count, cursor })),
        },
      })
    },

    'GET /ticket/kanban/totals': async ({ caller, query }) => {
      const lanes = await lanesOf(caller)
      if (!lanes.ok) return lanes
      const counters = await countersOf(caller, matchesFor(caller, query))
      return ok({
        body: {
          lanes: totalsOf(
            lanes.value.map(({ tagId }) => tagId),
            counters,
          ),
        },
      })
    },
  })
}
