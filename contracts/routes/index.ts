import { type RecordRoutes, routesOfRecord } from '../records/derive.js'
import { RECORDS } from '../records/index.js'
import { closureRoutes } from './closures.js'
import { companyHoursRoutes, companyRoutes } from './companies.js'
import { connectionLimitRoutes, connectionRoutes } from './connections.js'
import { contactRoutes, importRoutes } from './contacts.js'
import { draftRoutes } from './drafts.js'
import { exportRoutes } from './exports.js'
import { fileListRoutes } from './file-lists.js'
import { insightRoutes, parkedRoutes } from './insight.js'
import { kanbanRoutes } from './kanban.js'
import { mailRoutes } from './mails.js'
import { messageRoutes, sendRoutes } from './messages.js'
import { planRoutes } from './plans.js'
import { pushRoutes } from './push.js'
import { quickMessageRoutes } from './quick-messages.js'
import type { RouteSpec } from './route.js'
import { scheduleRoutes } from './schedules.js'
import { searchRoutes } from './search.js'
import { openRoutes, sessionRoutes } from './session.js'
import { settingRoutes } from './settings.js'
import { signUpRoutes } from './sign-up.js'
import { subscriptionRoutes } from './subscription.js'
import { ticketViewRoutes } from './ticket-views.js'
import { ticketRoutes } from './tickets.js'
import { userRoutes } from './users.js'
import { visitRoutes } from './visits.js'

const recordRoutes = Object.assign(
  {},
  ...Object.values(RECORDS).map((spec) => routesOfRecord(spec)),
) as RecordRoutes

/** Routes whose queries need no views: they read the event store or the vault. */
const WITHOUT_VIEWS = {
  ...openRoutes,
  ...connectionLimitRoutes,
  ...importRoutes,
  ...exportRoutes,
  ...closureRoutes,
  ...pushRoutes,
  ...draftRoutes,
  ...parkedRoutes,
  ...mailRoutes,
}

/** Every HTTP route under /api. */
const ROUTES = {
  ...WITHOUT_VIEWS,
  ...sessionRoutes,
  ...userRoutes,
  ...visitRoutes,
  ...recordRoutes,
  ...scheduleRoutes,
  ...quickMessageRoutes,
  ...ticketViewRoutes,
  ...fileListRoutes,
  ...settingRoutes,
  ...companyRoutes,
  ...subscriptionRoutes,
  ...signUpRoutes,
  ...companyHoursRoutes,
  ...planRoutes,
  ...connectionRoutes,
  ...contactRoutes,
  ...ticketRoutes,
  ...kanbanRoutes,
  ...messageRoutes,
  ...sendRoutes,
  ...searchRoutes,
  ...insightRoutes,
}
export type Routes = typeof ROUTES
export type HttpKey = keyof Routes

/** The routes by key, for code that goes through all of them. */
export const ROUTE_LIST = Object.entries(ROUTES) as unknown as readonly (readonly [HttpKey, RouteSpec])[]

const isQuery = (key: string): boolean => key.startsWith('GET ')
const allKeys = ROUTE_LIST.map(([key]) => key)
/**
 * Commands, queries that need no views, and queries of views. command-api answers the first two, query-api
 * the third.
 */
export const COMMANDS = allKeys.filter((key) => !isQuery(key))
export const OPEN_QUERIES = allKeys.filter((key) => isQuery(key) && key in WITHOUT_VIEWS)
export const VIEW_QUERIES = allKeys.filter((key) => isQuery(key) && !(key in WITHOUT_VIEWS))
