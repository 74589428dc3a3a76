import type { TicketAssignment } from '@guiche/contracts/events/ticket.js'
import type { CounterDoc, TicketDoc } from '@guiche/contracts/views/ticket.js'
import type { Docs, Ref, Write } from '../engine/projection.js'

export type CounterKey = Pick<TicketAssignment, 'status' | 'queueId' | 'userId'>

const counterId = (companyId: number, key: CounterKey): string =>
  `${companyId}:${key.status}:${key.queueId ?? 0}:${key.userId ?? 0}`

export const counterRef = (companyId: number, key: CounterKey): Ref => ({
  collection: 'counters',
  id: counterId(companyId, key),
})

/** The counter of these tickets with one ticket more or less; gone when it comes to nothing. */
export const added = (docs: Docs, companyId: number, key: CounterKey, by: 1 | -1): Write => {
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
  return { collection: 'counters', id, doc: tickets > 0 ? { ...known, tickets } : null }
}

export const sameCounter = (a: CounterKey, b: CounterKey): boolean =>
  a.status === b.status && a.queueId === b.queueId && a.userId === b.userId

/**
 * Writes a ticket and moves the counters with it, so that they always are what counting would give. Imported history
 * is not counted. `from` is where the event says that the ticket stood; `before` null: nobody saw it until now.
 */
export const put = (
  docs: Docs,
  before: { readonly doc: TicketDoc; readonly from: CounterKey } | null,
  after: TicketDoc,
): Write[] => {
  const ticket: Write = { collection: 'tickets', id: after.id, doc: after }
  const from = before === null || before.doc.imported ? null : before.from
  const to = after.imported ? null : after
  if (from !== null && to !== null && sameCounter(from, to)) return [ticket]
  return [
    ticket,
    ...(from === null ? [] : [added(docs, after.companyId, from, -1)]),
    ...(to === null ? [] : [added(docs, after.companyId, to, 1)]),
  ]
}

export const tagCountRef = (tagId: number): Ref => ({ collection: 'tag-counts', id: String(tagId) })
/** A tag is on one ticket more or less. */
export const retagged = (docs: Docs, companyId: number, tagId: number, by: 1 | -1): Write => {
  const id = String(tagId)
  const count = Math.max(0, (docs.get('tag-counts', id)?.count ?? 0) + by)
  return { collection: 'tag-counts', id, doc: { id, companyId, count } }
}
