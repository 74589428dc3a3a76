import type { TicketRecord } from '@guiche/contracts/views/records.js'
import { onMissed } from '../../api/came.js'

/** Tickets that are remembered; the one that changed longest ago is forgotten first. */
const MOST = 1000

/** Positions of the tickets as they were told last. After a cut everything is read again, and this begins anew. */
const newest = new Map<number, string>()
onMissed(() => newest.clear())

/**
 * Remembers that a ticket was told as of this position; false when it was told newer before. The answer to a command may
 * come after the frame of what happened next. When a list has let the ticket go by then, nothing in the cache says so.
 */
export const admitNewest = ({ id, position }: Pick<TicketRecord, 'id' | 'position'>): boolean => {
  const known = newest.get(id)
  if (known !== undefined && known > position) return false
  newest.delete(id)
  newest.set(id, position)
  const [oldest] = newest.keys()
  if (newest.size > MOST && oldest !== undefined) newest.delete(oldest)
  return true
}
