import { endpoints } from '../../api/base-api.js'

const changes = ['Users'] as const

export const usersApi = endpoints(({ query, list, command }) => ({
  users: list('GET /users', { providesTags: changes }),
  createUser: command('POST /users', { quiet: true, changes }),
  changeUser: command('PUT /users/:id', { quiet: true, changes }),
  sessions: query('GET /users/:id/sessions', { keepUnusedDataFor: 0 }),
  endSessions: command('DELETE /users/:id/sessions'),
  inviteUser: command('POST /users/:id/invitation', { quiet: true, changes }),
  deleteUser: command('DELETE /users/:id', { changes }),
}))

export const {
  useUsersInfiniteQuery,
  useCreateUserMutation,
  useChangeUserMutation,
  useDeleteUserMutation,
  useInviteUserMutation,
  useSessionsQuery,
  useEndSessionsMutation,
} = usersApi
