import { OWN_USES } from '@guiche/contracts/views/quick-uses.js'
import { declareView, foldRule, type Rule, removeRule } from '../engine/projection.js'

type UseCounts = Readonly<Record<string, number>>

/**
 * Counts one use more. If more replies are counted than are kept, the least used one is forgotten, but never the one
 * used now.
 */
const addUse = (uses: UseCounts, id: number): UseCounts => {
  const now: UseCounts = { ...uses, [id]: (uses[id] ?? 0) + 1 }
  const others = Object.entries(now).filter(([other]) => other !== String(id))
  if (others.length < OWN_USES) return now
  const [least = ''] = others.reduce((a, b) => (b[1] < a[1] ? b : a))
  const { [least]: _, ...kept } = now
  return kept
}

type RequestedRule = Rule<'message.requested.v1'>
const byAll = (id: number): RequestedRule =>
  foldRule(
    'quick-uses',
    () => id,
    (doc, { companyId }) => ({ id: String(id), companyId, count: (doc?.count ?? 0) + 1 }),
  )
const byUser = (id: number, userId: number): RequestedRule =>
  foldRule(
    'own-quick-uses',
    () => userId,
    (doc, { companyId }) => ({ id: String(userId), companyId, uses: addUse(doc?.uses ?? {}, id) }),
  )
const rulesOf = ({ data }: Parameters<RequestedRule['touch']>[0]): readonly RequestedRule[] => {
  const { quickmessageId: id, userId } = data
  if (id === undefined) return []
  return userId === null ? [byAll(id)] : [byAll(id), byUser(id, userId)]
}

/**
 * How often messages were sent with each quick reply, by all and by each user. Messages of an erased contact leave no
 * events: their uses are no longer there after a rebuild.
 */
export const quickUses = declareView({
  name: 'quick-uses',
  version: 1,
  collections: [
    { name: 'quick-uses', indexes: [] },
    { name: 'own-quick-uses', indexes: [] },
  ],
  on: {
    'message.requested.v1': {
      touch: (event) => rulesOf(event).flatMap((rule) => rule.touch(event)),
      apply: (docs, event) => rulesOf(event).flatMap((rule) => rule.apply(docs, event)),
    },
    'quickmessage.deleted.v1': removeRule('quick-uses', ({ data }) => data.quickmessageId),
    'user.deleted.v1': removeRule('own-quick-uses', ({ data }) => data.userId),
  },
})
