import { endpoints } from '../../api/base-api.js'
import type { ApiError } from '../../api/errors.js'
import { loggedOut, signedIn, signedOut } from '../../api/session.js'
import { signOutMark } from '../../api/sign-out-mark.js'
import type { RootState } from '../../app/store.js'

const BEFORE_SIGN_IN = { anonymous: true, quiet: true } as const

export const sessionApi = endpoints(({ query, command }) => ({
  setup: query('GET /setup', { anonymous: true }),
  publicSetting: query('GET /settings/:key', { anonymous: true, quiet: true }),
  version: query('GET /version', { anonymous: true }),
  login: command('POST /auth/login', {
    ...BEFORE_SIGN_IN,
    onQueryStarted: async (_call, { dispatch, queryFulfilled }) => {
      const answer = await queryFulfilled.catch(() => null)
      if (answer === null) return
      signOutMark.forget()
      dispatch(signedIn(answer.data))
    },
  }),
  /** Creates the first company with its administrator, and signs the administrator in. */
  setUp: command('POST /setup', {
    ...BEFORE_SIGN_IN,
    onQueryStarted: async (_call, { dispatch, queryFulfilled }) => {
      const answer = await queryFulfilled.catch(() => null)
      if (answer === null) return
      signOutMark.forget()
      dispatch(
        sessionApi.util.updateQueryData('setup', undefined, (setup) => {
          setup.needed = false
        }),
      )
      dispatch(signedIn(answer.data))
    },
  }),
  /** Ends the session here, even if the server cannot be reached. The request is then repeated later. */
  logout: command('DELETE /auth/logout', {
    ...BEFORE_SIGN_IN,
    onQueryStarted: async (_nothing, { dispatch, queryFulfilled, getState }) => {
      const userId = (getState() as unknown as RootState).session.user?.id
      signOutMark.remember()
      const known = await queryFulfilled.then(
        () => true,
        ({ error }) => (error as ApiError | undefined)?.status === 401,
      )
      if (known) signOutMark.forget()
      if (userId !== undefined) dispatch(signedOut(userId))
      dispatch(loggedOut(null))
    },
  }),
}))

export const {
  useSetupQuery,
  usePublicSettingQuery,
  useVersionQuery,
  useLoginMutation,
  useSetUpMutation,
  useLogoutMutation,
} = sessionApi
