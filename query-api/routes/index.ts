import type { Route } from '@guiche/infra/http/route.js'
import type { RouteDeps } from '../deps.js'
import { insightQueries } from './audit.js'
import { companyQueries } from './companies.js'
import { contactQueries } from './contacts.js'
import { directoryQueries } from './directory.js'
import { createGuards } from './guards.js'
import { kanbanQueries } from './kanban.js'
import { messageQueries } from './messages.js'
import { quickMessageQueries } from './quick-messages.js'
import { recordQueries } from './records.js'
import { searchQueries } from './search.js'
import { subscriptionQueries } from './subscription.js'
import { ticketViewQueries } from './ticket-views.js'
import { ticketQueries } from './tickets.js'
import { userQueries } from './users.js'

/** Every GET route that reads the read models. */
export const queryRoutes = (given: Omit<RouteDeps, 'guards'>): readonly Route[] => {
  const deps = { ...given, guards: createGuards(given.records) }
  return [
    ticketQueries,
    kanbanQueries,
    messageQueries,
    searchQueries,
    contactQueries,
    directoryQueries,
    companyQueries,
    recordQueries,
    quickMessageQueries,
    ticketViewQueries,
    userQueries,
    subscriptionQueries,
    insightQueries,
  ].flatMap((queries) => queries(deps))
}
