import { ok } from '@guiche/contracts/result.js'
import type { Answer } from '@guiche/infra/http/route.js'
import type { Records } from '@guiche/infra/records/records.js'
import type { Taken } from './place.js'

/**
 * The answer to whoever opens or reopens a ticket while another one of this contact and connection is active: 409, and
 * as text of `error` a JSON of the ticket that is there, for clients to lead to it. `user` and `queue` are objects also
 * where there is none.
 */
export const conflictAnswer = async (
  records: Pick<Records, 'user' | 'queue'>,
  companyId: number,
  { ticketId, state }: Taken,
): Promise<Answer> => {
  const [user, queue] = await Promise.all([
    state.userId === null ? null : records.user(companyId, state.userId),
    state.queueId === null ? null : records.queue(companyId, state.queueId),
  ])
  const error = JSON.stringify({
    id: ticketId,
    uuid: state.uuid,
    userId: state.userId,
    user: { name: user?.name ?? '' },
    queue: { name: queue?.name ?? '' },
  })
  return ok({ status: 409, body: { error } })
}
