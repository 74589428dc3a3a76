import { endpoints } from '../../api/base-api.js'

export const { useSubscriptionQuery, useUnblockMutation } = endpoints(({ query, command }) => ({
  subscription: query('GET /subscription', { providesTags: ['Settings'] }),
  unblock: command('POST /subscription/unblock', { quiet: true, changes: ['Settings'] }),
}))
