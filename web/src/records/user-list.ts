import { endpoints } from '../api/base-api.js'

/** Everybody of the company, for choosing. */
export const userListApi = endpoints(({ query }) => ({
  userList: query('GET /users/list', { providesTags: ['Users'] }),
}))
export const { useUserListQuery } = userListApi
