import type { StoredEvent } from '@guiche/contracts/envelope.js'
import type { EventType } from '@guiche/contracts/events/index.js'
import { purgeCompany } from '@guiche/infra/read-store/purge.js'
import type { ReadStore } from '@guiche/infra/read-store/read-store.js'
import { versionedName } from '@guiche/infra/read-store/views.js'
import type { LiveView, Part } from './live-view.js'

const ERASURE_EVENT: EventType = 'company.erased.v1'

/** The company that an event says to be erased, or null. */
const erasedCompany = ({ type, companyId }: StoredEvent): number | null =>
  type === ERASURE_EVENT ? companyId : null

/** Events in order, cut before each erasure of a company. */
const cutBeforeErasures = ({ partition, events }: Part): Part[] => {
  const cuts = events.flatMap((event, index) => (erasedCompany(event) !== null && index > 0 ? [index] : []))
  if (cuts.length === 0) return [{ partition, events }]
  return [0, ...cuts].map((from, n) => ({ partition, events: events.slice(from, cuts[n]) }))
}

/**
 * Splits parts into pieces that are folded one after another. A company is removed between two pieces, so that no piece
 * has events from before and after its erasure. Without erasures there is one piece.
 */
export const piecesOf = (parts: readonly Part[]): readonly (readonly Part[])[] => {
  const hasErasure = parts.some(({ events }) => events.some((event) => erasedCompany(event) !== null))
  return hasErasure ? parts.flatMap(cutBeforeErasures).map((part) => [part]) : [parts]
}

/**
 * Removes a company from all views at the begin of its erasure's piece. New views need no code for this. Gives whether
 * something was removed.
 */
export const dropErased = async (
  readStore: Pick<ReadStore, 'scan' | 'commit'>,
  views: readonly LiveView[],
  piece: readonly Part[],
): Promise<boolean> => {
  const first = piece[0]?.events[0]
  const companyId = first === undefined ? null : erasedCompany(first)
  if (companyId === null) return false
  const collections = views.flatMap(({ projection, generation }) =>
    projection.collections.map(({ name }) => versionedName(name, generation)),
  )
  await purgeCompany(readStore, collections, companyId)
  return true
}
