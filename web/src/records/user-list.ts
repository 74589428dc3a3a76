import { endpoints } from '../api/base-api.js'

/** Everybody of the company, for choosing. */
export const userListApi = endpoints(({ query }) => ({
  userList: query('GET /users/list', { providesTags: ['Users'] }),
}))
export const { useUserListQuery } = userListApi

/** For a dialog in which somebody is chosen: read again when it opens, or who is out of hours would be told as it was. */
export const useUserListNow = () => useUserListQuery(undefined, { refetchOnMountOrArgChange: true })
