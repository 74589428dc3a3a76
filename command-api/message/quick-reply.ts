import { streams } from '@guiche/contracts/streams.js'
import type { Caller } from '@guiche/contracts/users/permissions.js'
import type { Kernel } from '../kernel/kernel.js'
import { deciders } from '../records/deciders.js'

/**
 * The quick reply with the id that the sender gives, as the message's event names it. A reply that is deleted,
 * invisible to the sender or of another company is ignored: the message goes out without it. Rejects as kernel.load.
 */
export const usedQuickReply = async (
  kernel: Pick<Kernel, 'load'>,
  { companyId, userId }: Pick<Caller, 'companyId' | 'userId'>,
  said: number | null,
): Promise<{ readonly quickmessageId?: number }> => {
  if (said === null) return {}
  const { state } = await kernel.load(deciders.quickmessage, streams.records('quick-messages', companyId))
  const reply = state.records.get(said)
  const isSeen = reply !== undefined && (reply.geral === 1 || reply.userId === userId)
  return isSeen ? { quickmessageId: said } : {}
}
