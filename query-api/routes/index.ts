import type { Route } from '@guiche/infra/http/route.js'
import type { RouteDeps } from '../deps.js'
import { auditRoutes } from './audit.js'
import { contactRoutes } from './contacts.js'
import { dashboardRoutes } from './dashboard.js'
import { directoryRoutes } from './directory.js'
import { mediaRoutes } from './media.js'
import { messageRoutes } from './messages.js'
import { openapiRoutes } from './openapi.js'
import { ticketRoutes } from './tickets.js'
import { userRoutes } from './users.js'

/** Every GET route that answers from the read models. */
export const queryRoutes = (deps: RouteDeps): Route[] => [
  ...ticketRoutes(deps),
  ...messageRoutes(deps),
  ...contactRoutes(deps),
  ...directoryRoutes(deps),
  ...userRoutes(deps),
  ...dashboardRoutes(deps),
  ...auditRoutes(deps),
  ...mediaRoutes(deps),
  ...openapiRoutes(),
]
