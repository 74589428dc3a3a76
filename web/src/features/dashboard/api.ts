import { endpoints } from '../../api/base-api.js'
import type { QueryTo } from '../../api/routes.js'

/** A number of days back from today, or dates `yyyy-MM-dd`, both included. */
export type DashboardFilter = QueryTo<'GET /dashboard'>

export const { useDashboardQuery } = endpoints(({ query }) => ({
  dashboard: query('GET /dashboard', { providesTags: ['Dashboard'] }),
}))
