import type { TicketRecord } from '@guiche/contracts/views/records.js'
import { onMissedFrames } from '../../api/record-arrivals.js'

/** Maximum of remembered tickets; the one that changed longest ago is dropped. */
const MAX_TICKETS = 1000

/** Newest known position of each ticket; cleared after a reconnection, when everything is read again. */
const newest = new Map<number, string>()
onMissedFrames(() => newest.clear())

/**
 * Stores a ticket's position; false if a newer position is known. A command's answer may come after the frame
 * of a later event. If no list has the ticket by then, the cache cannot tell.
 */
export const admitNewest = ({ id, position }: Pick<TicketRecord, 'id' | 'position'>): boolean => {
  const known = newest.get(id)
  if (known !== undefined && known > position) return false
  newest.delete(id)
  newest.set(id, position)
  const [oldest] = newest.keys()
  if (newest.size > MAX_TICKETS && oldest !== undefined) newest.delete(oldest)
  return true
}
