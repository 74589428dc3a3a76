import type { Change } from '@guiche/contracts/changes.js'
import { COLLECTIONS } from '@guiche/contracts/collections.js'
import type { SessionDoc, UserDoc } from '@guiche/contracts/views/directory.js'
import { endSession } from './closing.js'
import type { Realtime } from './deps.js'

/** Why a user's session is gone, from what else is known of him; as in user.session-ended. */
const reasonOf = (
  userChange: Change | undefined,
  user: UserDoc | undefined,
  others: readonly SessionDoc[],
): string => {
  if (user === undefined || user.deleted) return 'deleted'
  if (userChange?.types.includes('user.password-changed.v1')) return 'password'
  if (others.length > 0) return 'replaced'
  return userChange?.types.includes('user.changed.v1') ? 'role' : 'logout'
}

/** Closes the sockets of sessions that have ended. `all` = the whole batch, in which the cause may stand. */
export const createSessionFrames =
  (realtime: Realtime) =>
  async (all: readonly Change[]): Promise<void> => {
    const { peers, documents } = realtime
    const ended = all.filter((change) => change.collection === COLLECTIONS.sessions && change.after === null)
    for (const change of ended) {
      const sockets = [...peers.ofSession(change.id)]
      const caller = sockets[0]?.caller
      if (caller === undefined || caller === null) continue
      const { userId, companyId } = caller
      const [users, others] = await Promise.all([
        documents.getMany<UserDoc>(COLLECTIONS.users, [userId]),
        documents.find<SessionDoc>({
          collection: COLLECTIONS.sessions,
          where: { companyId, userId },
          sort: [['id', 1]],
          limit: 1,
        }),
      ])
      const user = users.get(String(userId))
      const userChange = all.find(
        ({ collection, id }) => collection === COLLECTIONS.users && id === String(userId),
      )
      endSession(
        realtime,
        sockets,
        user ?? { userId, companyId, email: '' },
        reasonOf(userChange, user, others),
      )
    }
  }
