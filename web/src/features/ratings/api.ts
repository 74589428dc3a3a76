import { endpoints } from '../../api/base-api.js'
import type { QueryTo } from '../../api/routes.js'

export type RatingFilter = QueryTo<'GET /ratings/export'>

export const { useRatingsInfiniteQuery, useRatingSummaryQuery, useLazyExportRatingsQuery } = endpoints(
  ({ query, list }) => ({
    ratings: list('GET /ratings', { providesTags: ['Ratings'] }),
    ratingSummary: query('GET /ratings/summary', { providesTags: ['Ratings'] }),
    exportRatings: query('GET /ratings/export', { keepUnusedDataFor: 0, told: true }),
  }),
)
