import type { ConnectionBody } from '@guiche/contracts/commands/connections.js'
import type { ConnectionRecord } from '@guiche/contracts/views/records.js'
import { baseApi } from '../../api/base-api.js'
import { NO_PAIRING, type Pairing } from './pairing.js'

interface Change {
  readonly id: number
  readonly body: ConnectionBody
}

export const connectionsApi = baseApi.injectEndpoints({
  endpoints: (build) => ({
    connections: build.query<ConnectionRecord[], void>({
      query: () => ({ url: '/whatsapp', params: { session: 0 } }),
      providesTags: ['Connections'],
    }),
    pairing: build.query<Pairing, number>({ queryFn: () => ({ data: NO_PAIRING }), keepUnusedDataFor: 120 }),
    createConnection: build.mutation<ConnectionRecord, ConnectionBody & { readonly key: string }>({
      query: ({ key, ...body }) => ({ url: '/whatsapp', method: 'POST', body, key }),
      extraOptions: { quiet: true },
      invalidatesTags: (_answer, failure) => (failure ? [] : ['Connections']),
    }),
    changeConnection: build.mutation<ConnectionRecord, Change>({
      query: ({ id, body }) => ({ url: `/whatsapp/${id}`, method: 'PUT', body }),
      extraOptions: { quiet: true },
      invalidatesTags: (_answer, failure) => (failure ? [] : ['Connections']),
    }),
    /** how many active tickets its deletion would touch */
    connectionTickets: build.query<number, number>({
      query: (id) => `/whatsapp/${id}/tickets-count`,
      transformResponse: ({ active }: { active: number }) => active,
      keepUnusedDataFor: 0,
    }),
    /** `moveTo`: the connection that its active tickets go to, or that they are closed; else they stay without one */
    deleteConnection: build.mutation<unknown, { readonly id: number; readonly moveTo?: number | 'close' }>({
      query: ({ id, ...params }) => ({ url: `/whatsapp/${id}`, method: 'DELETE', params }),
      invalidatesTags: (_answer, failure) => (failure ? [] : ['Connections']),
    }),
    restartConnections: build.mutation<unknown, void>({
      query: () => ({ url: '/whatsapp-restart', method: 'POST', body: {} }),
    }),
    /** brings a session up with the credentials that it has */
    startSession: build.mutation<unknown, number>({
      query: (id) => ({ url: `/whatsappsession/${id}`, method: 'POST', body: {} }),
    }),
    /** a new QR code, or with a number (digits, country code first) a pairing code */
    newSession: build.mutation<unknown, { id: number; number?: string }>({
      query: ({ id, number }) => ({
        url: `/whatsappsession/${id}`,
        method: 'PUT',
        body: number === undefined ? {} : { number },
      }),
      onQueryStarted: async ({ id }, { dispatch }) => {
        dispatch(connectionsApi.util.upsertQueryData('pairing', id, NO_PAIRING))
      },
    }),
    endSession: build.mutation<unknown, number>({
      query: (id) => ({ url: `/whatsappsession/${id}`, method: 'DELETE' }),
    }),
  }),
})

export const {
  useConnectionsQuery,
  useConnectionTicketsQuery,
  usePairingQuery,
  useCreateConnectionMutation,
  useChangeConnectionMutation,
  useDeleteConnectionMutation,
  useRestartConnectionsMutation,
  useStartSessionMutation,
  useNewSessionMutation,
  useEndSessionMutation,
} = connectionsApi
