import type { Standing } from '@guiche/contracts/events/ticket.js'
import type { CounterDoc, TicketDoc } from '@guiche/contracts/views/ticket.js'
import type { Docs, Ref, Write } from '../engine/projection.js'

export type Place = Pick<Standing, 'status' | 'queueId' | 'userId'>

const counterId = (companyId: number, place: Place): string =>
  `${companyId}:${place.status}:${place.queueId ?? 0}:${place.userId ?? 0}`

export const counterRef = (companyId: number, place: Place): Ref => ({
  collection: 'counters',
  id: counterId(companyId, place),
})

/** The counter of a place with one ticket more or less; gone when it comes to nothing. */
export const added = (docs: Docs, companyId: number, place: Place, by: 1 | -1): Write => {
  const id = counterId(companyId, place)
  const known: CounterDoc = docs.get('counters', id) ?? {
    id,
    companyId,
    status: place.status,
    queueId: place.queueId,
    userId: place.userId,
    tickets: 0,
  }
  const tickets = known.tickets + by
  return { collection: 'counters', id, doc: tickets > 0 ? { ...known, tickets } : null }
}

const samePlace = (a: Place, b: Place): boolean =>
  a.status === b.status && a.queueId === b.queueId && a.userId === b.userId

/**
 * Writes a ticket and moves the counters with it, so that they always are what counting would give. Imported history
 * is not counted. `from` is where the event says that the ticket stood; `before` null: nobody saw it until now.
 */
export const put = (
  docs: Docs,
  before: { readonly doc: TicketDoc; readonly from: Place } | null,
  after: TicketDoc,
): Write[] => {
  const ticket: Write = { collection: 'tickets', id: after.id, doc: after }
  const from = before === null || before.doc.imported ? null : before.from
  const to = after.imported ? null : after
  if (from !== null && to !== null && samePlace(from, to)) return [ticket]
  return [
    ticket,
    ...(from === null ? [] : [added(docs, after.companyId, from, -1)]),
    ...(to === null ? [] : [added(docs, after.companyId, to, 1)]),
  ]
}
