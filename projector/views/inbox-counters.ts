import type { TicketAssignment } from '@guiche/contracts/events/ticket.js'
import { NO_LANE } from '@guiche/contracts/ticket/kanban.js'
import type { CounterDoc, TicketDoc } from '@guiche/contracts/views/ticket.js'
import type { Docs, DocumentWrite, Ref } from '../engine/projection.js'

export type CounterKey = Pick<TicketAssignment, 'status' | 'queueId' | 'userId'>

/**
 * The lane in which the board shows a ticket, 0 for none. Null for tickets that the board does not show: closed ones
 * and imported history.
 */
export const shownLane = ({ status, imported, laneId }: TicketDoc): number | null =>
  status === 'closed' || imported ? null : (laneId ?? NO_LANE)

const counterId = (companyId: number, key: CounterKey): string =>
  `${companyId}:${key.status}:${key.queueId ?? 0}:${key.userId ?? 0}`

export const counterRef = (companyId: number, key: CounterKey): Ref => ({
  collection: 'counters',
  id: counterId(companyId, key),
})

type Lanes = Pick<CounterDoc, 'lanes'>
/** The lanes of a counter with one ticket more or less in one of them. An empty lane is left out. */
const withLane = ({ lanes }: Lanes, laneId: number | null | undefined, by: 1 | -1): Lanes => {
  if (laneId === null || laneId === undefined) return lanes === undefined ? {} : { lanes }
  const { [laneId]: known = 0, ...others } = lanes ?? {}
  return { lanes: known + by > 0 ? { ...others, [laneId]: known + by } : others }
}

/** The counter of these tickets with one ticket more or less in a lane; null when the counter is empty. */
export const addToCounter = (
  docs: Docs,
  companyId: number,
  key: CounterKey & Pick<TicketDoc, 'laneId'>,
  by: 1 | -1,
): DocumentWrite => {
  const id = counterId(companyId, key)
  const known: CounterDoc = docs.get('counters', id) ?? {
    id,
    companyId,
    status: key.status,
    queueId: key.queueId,
    userId: key.userId,
    tickets: 0,
  }
  const tickets = known.tickets + by
  const doc = { ...known, tickets, ...withLane(known, key.laneId, by) }
  return { collection: 'counters', id, doc: tickets > 0 ? doc : null }
}

/** Moves a ticket between the lane counts of a counter. */
export const moveBetweenLanes = (docs: Docs, before: TicketDoc, after: TicketDoc): DocumentWrite[] => {
  const known = docs.get('counters', counterId(after.companyId, after))
  if (known === null || after.imported || before.laneId === after.laneId) return []
  const lanes = withLane(withLane(known, before.laneId, -1), after.laneId, 1)
  return [{ collection: 'counters', id: known.id, doc: { ...known, ...lanes } }]
}

export const sameCounter = (a: CounterKey, b: CounterKey): boolean =>
  a.status === b.status && a.queueId === b.queueId && a.userId === b.userId

/**
 * Writes a ticket and updates the counters, which always equal a full count. Imported history is not counted. `from`:
 * the ticket's former assignment by the event. `before` null: the ticket was hidden until now.
 */
export const putTicket = (
  docs: Docs,
  before: { readonly doc: TicketDoc; readonly from: CounterKey } | null,
  after: TicketDoc,
): DocumentWrite[] => {
  const ticket: DocumentWrite = {
    collection: 'tickets',
    id: after.id,
    doc: { ...after, lane: shownLane(after) },
  }
  const from =
    before === null || before.doc.imported ? null : { ...before.from, laneId: before.doc.laneId ?? null }
  const to = after.imported ? null : after
  if (from !== null && to !== null && sameCounter(from, to)) return [ticket]
  return [
    ticket,
    ...(from === null ? [] : [addToCounter(docs, after.companyId, from, -1)]),
    ...(to === null ? [] : [addToCounter(docs, after.companyId, to, 1)]),
  ]
}

export const tagCountRef = (tagId: number): Ref => ({ collection: 'tag-counts', id: String(tagId) })
/** A tag is on one ticket more or less. */
export const tagCounted = (docs: Docs, companyId: number, tagId: number, by: 1 | -1): DocumentWrite => {
  const id = String(tagId)
  const count = Math.max(0, (docs.get('tag-counts', id)?.count ?? 0) + by)
  return { collection: 'tag-counts', id, doc: { id, companyId, count } }
}
