import { endpoints } from '../api/base-api.js'

/** All users of the company, as options. */
export const userListApi = endpoints(({ query }) => ({
  userList: query('GET /users/list', { providesTags: ['Users'] }),
}))
export const { useUserListQuery } = userListApi

/**
 * For a dialog that chooses a user: reads again on opening, because working hours change who is available.
 */
export const useUserListNow = () => useUserListQuery(undefined, { refetchOnMountOrArgChange: true })
