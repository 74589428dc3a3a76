import type { AuditPage, AuditQuery, ParkedRecord } from '@guiche/contracts/views/records.js'
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
    parked: build.query<ParkedRecord[], void>({ query: () => '/parked', providesTags: ['Parked'] }),
    retryParked: build.mutation<{ readonly reason: string | null }, string>({
      query: (id) => ({ url: `/parked/${id}/retry`, method: 'POST' }),
      invalidatesTags: ['Parked'],
    }),
    discardParked: build.mutation<unknown, string>({
      query: (id) => ({ url: `/parked/${id}`, method: 'DELETE' }),
      invalidatesTags: ['Parked'],
    }),
  }),
})

export const { useAuditInfiniteQuery, useParkedQuery, useRetryParkedMutation, useDiscardParkedMutation } =
  auditApi
