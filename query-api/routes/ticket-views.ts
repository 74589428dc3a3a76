import type { DomainError } from '@guiche/contracts/errors.js'
import { RECORDS } from '@guiche/contracts/records/index.js'
import { ok, type Result } from '@guiche/contracts/result.js'
import { ticketViewRoutes } from '@guiche/contracts/routes/ticket-views.js'
import { COUNT_CAP } from '@guiche/contracts/ticket/counts.js'
import { offeredIn } from '@guiche/contracts/ticket-lists/filters.js'
import { matchesOf } from '@guiche/contracts/ticket-lists/lists.js'
import {
  type TicketView,
  type ViewedList,
  viewFor,
  widenForAgent,
} from '@guiche/contracts/ticket-lists/views.js'
import type { Caller } from '@guiche/contracts/users/permissions.js'
import { type Route, serving } from '@guiche/infra/http/route.js'
import { inParallel } from '@guiche/infra/parallel.js'
import { presentRecords } from '@guiche/infra/records/present-records.js'
import type { RouteDeps } from '../deps.js'
import { readableRecords } from './record-pages.js'
import { ofCompany } from './ticket-filters.js'
import { whereOf } from './ticket-scope.js'

const AT_ONCE = 4

/** Number of a view's tickets for the reader. As in badges, imported tickets are left out. */
const countOf = async (
  deps: RouteDeps,
  caller: Caller,
  { status, values }: ViewedList,
): Promise<Result<number, DomainError>> => {
  const asked = widenForAgent(values, caller.profile === 'admin')
  const filters = await ofCompany(deps, caller.companyId, offeredIn(status, asked))
  if (!filters.ok) return filters
  const and = { ...filters.value.and, imported: false }
  const where = matchesOf(caller, { ...filters.value, status, and }).map((match) =>
    whereOf(caller.companyId, match),
  )
  return ok(where.length === 0 ? 0 : await deps.documents.count('tickets', where, COUNT_CAP))
}

/** The counts of views; the views themselves are records. */
export const ticketViewQueries = (deps: RouteDeps): readonly Route[] =>
  serving('query', {})(ticketViewRoutes, {
    'GET /ticket-views/counts': async ({ caller }) => {
      const docs = await readableRecords(deps.documents, 'ticketView', caller, {})
      const views = (await presentRecords(deps.documents, RECORDS.ticketView, docs)) as TicketView[]
      const body: { id: number; count: number }[] = []
      await inParallel(views, AT_ONCE, async (view) => {
        const list = viewFor(view, caller)
        if (list === null) return
        const count = await countOf(deps, caller, list)
        if (count.ok) body.push({ id: view.id, count: count.value })
      })
      return ok({ body: body.sort((a, b) => a.id - b.id) })
    },
  })
