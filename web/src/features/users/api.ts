import type { UserBody } from '@guiche/contracts/commands/users.js'
import type { UserRecord } from '@guiche/contracts/views/records.js'
import { baseApi } from '../../api/base-api.js'

export interface UserPage {
  readonly users: UserRecord[]
  readonly count: number
  readonly hasMore: boolean
}
/** A row of the short list that every agent may read. */
export type UserRef = Pick<UserRecord, 'id' | 'name' | 'email' | 'queues'>

export const usersApi = baseApi.injectEndpoints({
  endpoints: (build) => ({
    users: build.infiniteQuery<UserPage, string, number>({
      infiniteQueryOptions: {
        initialPageParam: 1,
        getNextPageParam: (last, _all, page) => (last.hasMore ? page + 1 : undefined),
      },
      query: ({ queryArg, pageParam }) => ({
        url: '/users',
        params: { searchParam: queryArg, pageNumber: pageParam },
      }),
      providesTags: ['Users'],
    }),
    /** everybody of the company, for choosing */
    userList: build.query<UserRef[], void>({ query: () => '/users/list', providesTags: ['Users'] }),
    createUser: build.mutation<UserRecord, UserBody & { readonly key: string }>({
      query: ({ key, ...body }) => ({ url: '/users', method: 'POST', body, key }),
      extraOptions: { quiet: true },
      invalidatesTags: (_answer, failure) => (failure ? [] : ['Users']),
    }),
    changeUser: build.mutation<UserRecord, { readonly id: number; readonly body: UserBody }>({
      query: ({ id, body }) => ({ url: `/users/${id}`, method: 'PUT', body }),
      extraOptions: { quiet: true },
      invalidatesTags: (_answer, failure) => (failure ? [] : ['Users']),
    }),
    deleteUser: build.mutation<unknown, number>({
      query: (id) => ({ url: `/users/${id}`, method: 'DELETE' }),
      invalidatesTags: (_answer, failure) => (failure ? [] : ['Users']),
    }),
  }),
})

export const {
  useUsersInfiniteQuery,
  useUserListQuery,
  useCreateUserMutation,
  useChangeUserMutation,
  useDeleteUserMutation,
} = usersApi
