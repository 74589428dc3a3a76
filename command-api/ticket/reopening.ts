import { derivedUuid } from '@guiche/infra/ids.js'
import type { AreaDeps } from '../deps.js'
import type { Meta } from '../kernel/kernel.js'
import { Refused } from '../kernel/refused.js'
import { untilShown } from '../kernel/view-wait.js'
import type { ActiveTickets } from './active-tickets.js'

type Deps = Pick<AreaDeps, 'documents' | 'records'> & { readonly activeTickets: ActiveTickets }

/**
 * A close, at its position in the log. `seen`: the last position that the closing user had seen; null if
 * unknown.
 */
export interface UndoableClose {
  readonly companyId: number
  readonly ticketId: number
  readonly position: string
  readonly seen: string | null
  readonly correlationId: string
}

/**
 * Checks a closed ticket. Its contact may have written before the close, unseen by the closing user. Then the
 * ticket waits again, unless the contact has another active ticket. Messages after the close are left to
 * `inbound`.
 * Gives whether the contact has written since `seen`: then no completion message is sent. Idempotent. Rejects
 * with ViewsBehind or Refused.
 * Once the views show the close, they also show every message before it.
 */
export const createReopening =
  ({ activeTickets, documents, records }: Deps) =>
  async ({ companyId, ticketId, position, seen, correlationId }: UndoableClose): Promise<boolean> => {
    if (seen === null) return false
    await untilShown(records, ['conversation'], { companyId, position })
    // imported messages have no position
    const where = { companyId, ticketId, fromMe: false, arrived: { gt: seen } }
    const unseen = await documents.first('messages', { where, sort: [['arrived', 1]] })
    if (unseen === null) return false
    if (unseen.arrived > position) return true
    const meta: Meta = {
      commandId: derivedUuid('unseen', ticketId, position),
      companyId,
      actor: { kind: 'contact', id: unseen.contactId },
      correlationId,
    }
    const back = await activeTickets.run(ticketId, { kind: 'resume', unseen: unseen.arrived }, meta)
    if (back.ok || 'taken' in back.error || back.error.code === 'ERR_NO_TICKET_FOUND') return true
    throw new Refused(back.error.code)
  }
