import type { QueueBody } from '@guiche/contracts/commands/queues.js'
import type { QueueRecord } from '@guiche/contracts/views/records.js'
import { baseApi } from '../../api/base-api.js'

export const queuesApi = baseApi.injectEndpoints({
  endpoints: (build) => ({
    queues: build.query<QueueRecord[], void>({ query: () => '/queue', providesTags: ['Queues'] }),
    createQueue: build.mutation<QueueRecord, QueueBody & { readonly key: string }>({
      query: ({ key, ...body }) => ({ url: '/queue', method: 'POST', body, key }),
      extraOptions: { quiet: true },
      invalidatesTags: (_answer, failure) => (failure ? [] : ['Queues']),
    }),
    changeQueue: build.mutation<QueueRecord, { readonly id: number; readonly body: QueueBody }>({
      query: ({ id, body }) => ({ url: `/queue/${id}`, method: 'PUT', body }),
      extraOptions: { quiet: true },
      invalidatesTags: (_answer, failure) => (failure ? [] : ['Queues']),
    }),
    deleteQueue: build.mutation<unknown, number>({
      query: (id) => ({ url: `/queue/${id}`, method: 'DELETE' }),
      invalidatesTags: (_answer, failure) => (failure ? [] : ['Queues']),
    }),
  }),
})

export const { useQueuesQuery, useCreateQueueMutation, useChangeQueueMutation, useDeleteQueueMutation } =
  queuesApi
