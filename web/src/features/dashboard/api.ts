import type { DashboardRecord } from '@guiche/contracts/views/records.js'
import { baseApi } from '../../api/base-api.js'

/** Either a number of days back, or dates `yyyy-MM-dd`, both inclusive. */
export type DashboardFilter =
  | { readonly days: number }
  | { readonly date_from: string; readonly date_to: string }

export const dashboardApi = baseApi.injectEndpoints({
  endpoints: (build) => ({
    dashboard: build.query<DashboardRecord, DashboardFilter>({
      query: (params) => ({ url: '/dashboard', params }),
      providesTags: ['Dashboard'],
    }),
  }),
})

export const { useDashboardQuery } = dashboardApi
