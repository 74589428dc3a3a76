import { endpoints } from '../../api/base-api.js'

/** How many tickets each view shows; read again where badges are. The views themselves are a record. */
export const viewsApi = endpoints(({ query }) => ({
  viewCounts: query('GET /ticket-views/counts', { quiet: true, providesTags: ['ViewCounts'] }),
}))
export const { useViewCountsQuery } = viewsApi
