import { endpoints } from '../../api/base-api.js'
import type { QueryTo } from '../../api/routes.js'

/** Either a number of days back, or dates `yyyy-MM-dd`, both inclusive. */
export type DashboardFilter = QueryTo<'GET /dashboard'>

export const { useDashboardQuery } = endpoints(({ query }) => ({
  dashboard: query('GET /dashboard', { providesTags: ['Dashboard'] }),
}))
