import { createApi } from '@reduxjs/toolkit/query/react'
import { query } from './query.js'

/**
 * The only way to the server. A feature adds its endpoints with `baseApi.injectEndpoints` in its own `api.ts`;
 * frames patch this cache through realtime/patches.ts. An endpoint with `extraOptions: {quiet: true}` tells its
 * failures itself instead of in a toast.
 */
export const baseApi = createApi({
  reducerPath: 'api',
  baseQuery: query,
  tagTypes: [
    'Connections',
    'Contacts',
    'Dashboard',
    'Audit',
    'Parked',
    'Queues',
    'Users',
    'Settings',
    'Tickets',
    'Messages',
    'Counts',
  ],
  refetchOnReconnect: true,
  keepUnusedDataFor: 60,
  endpoints: () => ({}),
})
