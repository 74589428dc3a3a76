import type { DomainError } from '@guiche/contracts/errors.js'
import { ok, type Result } from '@guiche/contracts/result.js'
import { streams } from '@guiche/contracts/streams.js'
import type { Records } from '@guiche/infra/records/records.js'
import { followUp } from '../http/meta.js'
import type { Handled, Kernel, Meta } from '../kernel/kernel.js'
import { ticketDecider } from './decide.js'
import type { TicketState } from './state.js'

/** Unread messages that one event of reading names at most, and how many such events one call writes. */
const READ_LIMIT = 500
const READ_ROUNDS = 20

interface Deps {
  readonly kernel: Kernel
  readonly records: Records
}

interface Reading {
  readonly companyId: number
  readonly ticketId: number
  /** position in the log: what came later stays unread; null: everything */
  readonly upTo: string | null
  readonly meta: Meta
}

/** Marks the unread messages of a ticket as read, as the views show them. Gives the last event's place, null without any. */
export const markRead = async (
  { kernel, records }: Deps,
  { companyId, ticketId, upTo, meta }: Reading,
): Promise<Result<Handled<TicketState> | null, DomainError>> => {
  let last: Handled<TicketState> | null = null
  for (let round = 0; round < READ_ROUNDS; round++) {
    const unread = await records.unreadMessages(companyId, ticketId)
    const messageIds = unread.filter(({ order }) => upTo === null || order <= upTo).map(({ id }) => id)
    if (messageIds.length === 0) break
    const done = await kernel.execute(
      ticketDecider,
      streams.ticket(ticketId),
      { kind: 'read', messageIds },
      round === 0 ? meta : followUp(meta, 'read', round),
    )
    if (!done.ok) return done
    last = done.value
    if (unread.length < READ_LIMIT) break
    if (!(await records.waitFor(['conversation'], records.place(companyId, last.position)))) break
  }
  return ok(last)
}
