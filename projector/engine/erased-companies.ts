import type { StoredEvent } from '@guiche/contracts/envelope.js'
import type { EventType } from '@guiche/contracts/events/index.js'
import { purgeCompany } from '@guiche/infra/read-store/purge.js'
import type { ReadStore } from '@guiche/infra/read-store/read-store.js'
import { versioned } from '@guiche/infra/read-store/views.js'
import type { LiveView, Part } from './live-view.js'

const ERASED: EventType = 'company.erased.v1'

/** The company that an event says to be erased, or null. */
const erasedBy = ({ type, companyId }: StoredEvent): number | null => (type === ERASED ? companyId : null)

/** Events in order, cut before each erasure of a company. */
const cutOf = ({ partition, events }: Part): Part[] => {
  const cuts = events.flatMap((event, index) => (erasedBy(event) !== null && index > 0 ? [index] : []))
  if (cuts.length === 0) return [{ partition, events }]
  return [0, ...cuts].map((from, n) => ({ partition, events: events.slice(from, cuts[n]) }))
}

/**
 * The parts in pieces, each to be folded after the one before: what a company had is removed between two pieces, and no
 * piece has events of before and after an erasure. Without erasures all parts are one piece.
 */
export const piecesOf = (parts: readonly Part[]): readonly (readonly Part[])[] => {
  const hasErasure = parts.some(({ events }) => events.some((event) => erasedBy(event) !== null))
  return hasErasure ? parts.flatMap(cutOf).map((part) => [part]) : [parts]
}

/**
 * Removes all that the views have of a company whose erasure begins this piece. It knows no view: one that is new drops the
 * company, too. Gives whether there was anything to do.
 */
export const dropErased = async (
  readStore: Pick<ReadStore, 'scan' | 'commit'>,
  views: readonly LiveView[],
  piece: readonly Part[],
): Promise<boolean> => {
  const first = piece[0]?.events[0]
  const companyId = first === undefined ? null : erasedBy(first)
  if (companyId === null) return false
  const collections = views.flatMap(({ projection, generation }) =>
    projection.collections.map(({ name }) => versioned(name, generation)),
  )
  await purgeCompany(readStore, collections, companyId)
  return true
}
