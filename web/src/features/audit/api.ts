import type { AuditPage, AuditQuery } from '@guiche/contracts/views/records.js'
import { baseApi } from '../../api/base-api.js'

export type AuditFilter = Omit<AuditQuery, 'pageNumber'>

export const auditApi = baseApi.injectEndpoints({
  endpoints: (build) => ({
    audit: build.infiniteQuery<AuditPage, AuditFilter, number>({
      infiniteQueryOptions: {
        initialPageParam: 1,
        getNextPageParam: (last, _all, page) => (last.hasMore ? page + 1 : undefined),
      },
      query: ({ queryArg, pageParam }) => ({ url: '/audit', params: { ...queryArg, pageNumber: pageParam } }),
      providesTags: ['Audit'],
    }),
  }),
})

export const { useAuditInfiniteQuery } = auditApi
