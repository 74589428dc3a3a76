import { consequence } from '../kernel/consequence.js'
import type { RefreshTokens } from './refresh-tokens.js'

/** The refresh token of a session that has ended is removed. */
export const endSession = consequence<{ readonly refreshTokens: Pick<RefreshTokens, 'end'> }>({
  name: 'end-session',
  group: 'cascade',
  atOnce: true,
  on: {
    'user.session-ended.v1': ({ data }, _work, { refreshTokens }) => refreshTokens.end(data.sessionId),
  },
})
