import type { StoredEvent } from '@guiche/contracts/envelope.js'
import type { TicketMove } from '@guiche/contracts/events/ticket.js'
import type { TicketDoc } from '@guiche/contracts/views/ticket.js'
import { describe, expect, it } from '@jest/globals'
import fc from 'fast-check'
import type { Projection, Rules } from '../engine/projection.js'
import { createLog } from '../testing/events.js'
import { foldInto, given } from '../testing/given.js'
import { historyOf } from '../testing/history.js'
import { inbox } from './inbox.js'
import { projections } from './index.js'

const views: readonly Projection[] = Object.values(projections)
const histories = fc
  .array(fc.nat({ max: 1_000_000 }), { minLength: 1, maxLength: 120 })
  .map((numbers) => historyOf(numbers))
const runs = { numRuns: 60 }

const inBatches = (projection: Projection, events: readonly StoredEvent[], sizes: readonly number[]) => {
  const folding = foldInto(projection)
  for (let at = 0, turn = 0; at < events.length; turn++) {
    const size = sizes[turn % sizes.length] ?? 1
    folding.fold(events.slice(at, at + size))
    at += size
  }
  return folding.all()
}

describe('every view', () => {
  it('that folds moves of tickets folds all of them, or does not compile', () => {
    type Moves = Rules<TicketMove['type']>
    // @ts-expect-error the rule of ticket.closed is missing
    const forgotten = (rest: Omit<Moves, 'ticket.closed.v1'>): Moves => rest
    expect(forgotten).toBeDefined()
  })

  it('gives equal documents for any division of events into batches', () => {
    fc.assert(
      fc.property(
        histories,
        fc.array(fc.integer({ min: 1, max: 40 }), { minLength: 1, maxLength: 6 }),
        (events, sizes) => {
          for (const view of views) {
            expect(inBatches(view, events, sizes)).toEqual(
              given(...events)
                .into(view)
                .all(),
            )
          }
        },
      ),
      runs,
    )
  })

  it('gives equal documents for repeated events', () => {
    fc.assert(
      fc.property(histories, fc.nat(), fc.nat(), (events, a, b) => {
        const [from, to] = [a % events.length, b % events.length].sort((x, y) => x - y) as [number, number]
        for (const view of views) {
          const once = given(...events).into(view)
          const again = foldInto(view)
          again.fold(events.slice(0, to + 1))
          again.fold(events.slice(from, to + 1))
          again.fold(events)
          again.fold(events)
          expect(again.all()).toEqual(once.all())
        }
      }),
      runs,
    )
  })

  it('reports each change with the document’s former and present lists', () => {
    fc.assert(
      fc.property(histories, (events) => {
        for (const view of views) {
          const folding = foldInto(view)
          for (const event of events) {
            const before = folding.all()
            const { changes } = folding.fold([event])
            const after = folding.all()
            for (const change of changes) {
              const key = `${change.collection}/${change.id}`
              expect(change.before === null).toBe(!(key in before))
              expect(change.after === null).toBe(!(key in after))
              expect(change).toMatchObject({
                view: view.name,
                companyId: 1,
                position: event.position,
                types: [event.type],
              })
            }
          }
        }
      }),
      { numRuns: 20 },
    )
  })

  it('ignores events of unknown types', () => {
    const events = historyOf([17, 4, 9, 40, 77])
    for (const view of views) {
      const folding = given(...events).into(view)
      const before = folding.all()
      const unknown = { ...(events[0] as StoredEvent), type: 'ticket.painted.v1', position: '9'.repeat(20) }
      folding.fold([unknown as StoredEvent])
      expect(folding.all()).toEqual(before)
    }
  })

  it('refuses to mix companies in one document', () => {
    const log = createLog(1)
    log.add('queue.created.v1', {
      queueId: 5,
      name: 'Ours',
      color: '#fff',
      greetingMessage: '',
      outOfHoursMessage: '',
      orderQueue: null,
    })
    log.add(
      'queue.changed.v1',
      {
        queueId: 5,
        name: 'Theirs',
        color: '#000',
        greetingMessage: '',
        outOfHoursMessage: '',
        orderQueue: null,
      },
      { companyId: 2 },
    )
    const folding = foldInto(projections.queues)
    const { refused } = folding.fold(log.events)
    expect(refused).toEqual([
      { position: log.events[1]?.position, type: 'queue.changed.v1', ref: { collection: 'queues', id: '5' } },
    ])
    expect(folding.doc('queues', 5)).toMatchObject({ name: 'Ours', companyId: 1 })
  })
})

/** Number of tickets in each lane, by tickets and by the lane's counter. */
const lanesIn = (tickets: readonly TicketDoc[]): string[] => {
  const counted = new Map<string, number>()
  for (const { imported, status, queueId, userId, laneId = null } of tickets) {
    if (imported || laneId === null) continue
    const key = `1:${status}:${queueId ?? 0}:${userId ?? 0} ${laneId}`
    counted.set(key, (counted.get(key) ?? 0) + 1)
  }
  return [...counted].map(([key, n]) => `${key} ${n}`).toSorted()
}

describe('counters', () => {
  it('always equal the count of tickets, and never fall below one', () => {
    fc.assert(
      fc.property(histories, (events) => {
        const folding = foldInto(inbox)
        for (const event of events) {
          folding.fold([event])
          const counted = new Map<string, number>()
          for (const ticket of folding.docs('tickets').filter(({ imported }) => !imported)) {
            const id = `1:${ticket.status}:${ticket.queueId ?? 0}:${ticket.userId ?? 0}`
            counted.set(id, (counted.get(id) ?? 0) + 1)
          }
          expect(new Map(folding.docs('counters').map((doc) => [doc.id, doc.tickets]))).toEqual(counted)
          const inLanes = folding
            .docs('counters')
            .flatMap(({ id, lanes = {} }) => Object.entries(lanes).map(([lane, n]) => `${id} ${lane} ${n}`))
          expect(inLanes.toSorted()).toEqual(lanesIn(folding.docs('tickets')))
        }
      }),
      runs,
    )
  })

  it('of unread messages always equal the number of unread messages', () => {
    fc.assert(
      fc.property(histories, (events) => {
        const [tickets, conversation] = [foldInto(inbox), foldInto(projections.conversation)]
        for (const event of events) {
          tickets.fold([event])
          conversation.fold([event])
        }
        for (const ticket of tickets.docs('tickets')) {
          const unread = conversation
            .docs('messages')
            .filter((doc) => doc.ticketId === ticket.ticketId && !doc.read)
          expect(ticket.unread).toBe(unread.length)
        }
      }),
      runs,
    )
  })
})
