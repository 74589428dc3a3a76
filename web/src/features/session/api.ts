import type { Login, SetUp } from '@guiche/contracts/commands/users.js'
import type { SessionRecord, SetupRecord } from '@guiche/contracts/views/records.js'
import { baseApi } from '../../api/base-api.js'
import { loggedOut, signedIn } from './session.js'

export const sessionApi = baseApi.injectEndpoints({
  endpoints: (build) => ({
    setup: build.query<SetupRecord, void>({ query: () => '/setup', extraOptions: { anonymous: true } }),
    version: build.query<{ version: string }, void>({
      query: () => '/version',
      extraOptions: { anonymous: true },
    }),
    login: build.mutation<SessionRecord, Login>({
      query: (body) => ({ url: '/auth/login', method: 'POST', body }),
      extraOptions: { anonymous: true, quiet: true },
      onQueryStarted: async (_body, { dispatch, queryFulfilled }) => {
        const answer = await queryFulfilled.catch(() => null)
        if (answer !== null) dispatch(signedIn(answer.data))
      },
    }),
    /** Makes the first company with its administrator, and signs that person in. */
    setUp: build.mutation<SessionRecord, SetUp>({
      query: (body) => ({ url: '/setup', method: 'POST', body }),
      extraOptions: { anonymous: true, quiet: true },
      onQueryStarted: async (_body, { dispatch, queryFulfilled }) => {
        const answer = await queryFulfilled.catch(() => null)
        if (answer === null) return
        dispatch(
          sessionApi.util.updateQueryData('setup', undefined, (setup) => {
            Object.assign(setup, { needed: false })
          }),
        )
        dispatch(signedIn(answer.data))
      },
    }),
    /** Ends the session here whatever the server says: a person who leaves has left. */
    logout: build.mutation<null, void>({
      query: () => ({ url: '/auth/logout', method: 'DELETE' }),
      extraOptions: { anonymous: true, quiet: true },
      onQueryStarted: async (_nothing, { dispatch, queryFulfilled }) => {
        await queryFulfilled.catch(() => null)
        dispatch(loggedOut(null))
      },
    }),
  }),
})

export const { useSetupQuery, useVersionQuery, useLoginMutation, useSetUpMutation, useLogoutMutation } =
  sessionApi
