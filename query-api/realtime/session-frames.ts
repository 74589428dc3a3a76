import type { Change } from '@guiche/contracts/bus/changes.js'
import { endSession } from './closing.js'
import type { Realtime } from './deps.js'

/** Wait for the reason of the end, in ms. Without a reason in time the socket is closed anyway. */
const REASON_MS = 300

/** Closes the sockets of sessions that have ended. */
export const createSessionFrames = (realtime: Realtime) => {
  const { clients, documents, records, partitionOf } = realtime

  /**
   * The reason of the event that ended the session. The session's document is gone, but the audit has the entry at the
   * same position.
   */
  const reasonOf = async ({ companyId, position }: Change): Promise<string> => {
    await records.waitFor(['audit'], `${partitionOf(companyId)}:${position}`, REASON_MS)
    const entry = await documents.first('audit', { where: { companyId, position } })
    const reason = entry?.type === 'user.session-ended.v1' ? entry.facts.reason : null
    return typeof reason === 'string' ? reason : 'unknown'
  }

  return async (changes: readonly Change[]): Promise<void> => {
    for (const change of changes) {
      if (change.after !== null) continue
      const sockets = [...clients.ofSession(change.id)]
      const caller = sockets[0]?.caller
      if (caller === undefined || caller === null) continue
      const { userId, companyId } = caller
      const [users, reason] = await Promise.all([documents.getMany('users', [userId]), reasonOf(change)])
      endSession(realtime, sockets, users.get(String(userId)) ?? { userId, companyId, email: '' }, reason)
    }
  }
}
