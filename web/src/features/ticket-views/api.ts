import { endpoints } from '../../api/base-api.js'

/** Number of tickets of each view; read again when badges change. The views themselves are records. */
export const viewsApi = endpoints(({ query }) => ({
  viewCounts: query('GET /ticket-views/counts', { quiet: true, providesTags: ['ViewCounts'] }),
}))
export const { useViewCountsQuery } = viewsApi
