import { toPosition } from '@guiche/contracts/envelope.js'
import { pick } from '@guiche/contracts/pick.js'
import { BADGE_FILTERS, isNarrowed } from '@guiche/contracts/ticket-lists/filters.js'
import { inList, type ListReader, matchesOf, type TicketList } from '@guiche/contracts/ticket-lists/lists.js'
import { fulfilsMatch, type ListedTicket } from '@guiche/contracts/ticket-lists/match.js'
import { compareBy, TICKET_ORDERS, type TicketOrder } from '@guiche/contracts/ticket-lists/order.js'
import { drawnChoices, filterValues } from '@guiche/contracts/ticket-lists/testing/filters.js'
import type { CounterDoc } from '@guiche/contracts/views/ticket.js'
import { createEmbeddedReadStore } from '@guiche/infra/read-store/embedded.js'
import { sharedThread } from '@guiche/infra/testing/shared.js'
import { tempDir } from '@guiche/infra/testing/temp-dir.js'
import { inbox } from '@guiche/projector/views/inbox.js'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import fc from 'fast-check'
import { totalOf, whereOf } from './ticket-scope.js'

const COLLECTION = 'tickets@1'
const TICKETS = 150

const time = fc.constantFrom(
  '2026-01-01T10:00:00.000Z',
  '2026-01-01T11:00:00.000Z',
  '2026-01-02T10:00:00.000Z',
)
/** A ticket in the lists. Documents of older versions of the view lack some fields. */
const ticket = fc.record(
  {
    companyId: fc.constantFrom(1, 1, 1, 2),
    status: fc.constantFrom('open' as const, 'pending' as const, 'closed' as const),
    userId: fc.option(fc.constantFrom(1, 2, 3), { freq: 2 }),
    queueId: fc.option(fc.constantFrom(1, 2, 3), { freq: 2 }),
    connectionId: fc.constantFrom(1, 2),
    tagIds: fc.subarray([1, 2]),
    ...drawnChoices,
    urgency: fc.nat(3),
    unread: fc.nat(1),
    originId: fc.option(fc.constant('m'), { freq: 1 }),
    snoozedUntil: fc.option(fc.constant('2026-02-01T00:00:00.000Z'), { freq: 1 }),
    waitingSince: fc.option(time, { freq: 2 }),
    updatedAt: time,
    imported: fc.boolean(),
  },
  {
    requiredKeys: [
      ...(['companyId', 'status', 'userId', 'queueId', 'connectionId'] as const),
      ...(['unread', 'updatedAt', 'imported'] as const),
    ],
  },
)
const reader: fc.Arbitrary<ListReader> = fc.record({
  userId: fc.constantFrom(1, 2),
  companyId: fc.constant(1),
  profile: fc.constantFrom('admin' as const, 'supervisor' as const, 'user' as const),
  allTicket: fc.boolean(),
  queueIds: fc.subarray([1, 2]),
})
const list = fc
  .record({
    status: fc.constantFrom('open' as const, 'pending' as const, 'closed' as const, null),
    wide: fc.boolean(),
    filters: filterValues(fc.constantFrom(1, 2, 3), fc.constant('')),
  })
  .map(({ filters, ...rest }): TicketList => ({ ...filters, ...rest }))

describe('a list of tickets', () => {
  const docs = fc
    .sample(ticket, { numRuns: TICKETS, seed: 7 })
    .map((one, at) => ({ ...one, id: String(at + 1) }))
  let folder: Awaited<ReturnType<typeof tempDir>>
  let store: Awaited<ReturnType<typeof createEmbeddedReadStore>>
  beforeAll(async () => {
    folder = await tempDir()
    store = await createEmbeddedReadStore({ dir: folder.dir, thread: sharedThread() })
    const { indexes = [] } = inbox.collections.find(({ name }) => name === 'tickets') ?? {}
    await store.ensure([{ name: COLLECTION, indexes }])
    const next = { view: COLLECTION, partition: 0, storeId: 'mine', position: toPosition(1) }
    await store.commit({
      checkpoints: [{ expected: null, next }],
      put: docs.map((doc) => ({ collection: COLLECTION, doc })),
      remove: [],
    })
  })
  afterAll(async () => {
    await store.close()
    await folder.remove()
  })

  it('is what the read store finds under any filters, in its order, by the live rule of the browser', async () => {
    const order = fc.constantFrom<TicketOrder>('changed', 'waiting')
    await fc.assert(
      fc.asyncProperty(reader, list, order, async (who, asked, name) => {
        const where = matchesOf(who, asked).map((match) => whereOf(who.companyId, match))
        const sort = TICKET_ORDERS[name]
        const limit = TICKETS
        const found =
          where.length === 0 ? [] : await store.find({ collection: COLLECTION, where, sort, limit })
        const live = docs.filter((doc) => inList(doc as ListedTicket, asked, who)).sort(compareBy(sort))
        expect(found.map(({ id }) => id)).toEqual(live.map(({ id }) => id))
      }),
      { numRuns: 150 },
    )
  })

  it('has as many tickets as the sums of the counters say, imported history aside', () => {
    const counted = docs.filter(({ companyId, imported }) => companyId === 1 && !imported)
    // A counter has the status, queue and agent of its tickets, and no other fields.
    const counters = counted.map((doc) => ({ ...pick(doc, 'status', 'queueId', 'userId'), tickets: 1 }))
    fc.assert(
      fc.property(reader, list, (who, asked) => {
        const isMaintained = (name: string) => !isNarrowed({ [name]: [1] }) && !isNarrowed({ [name]: true })
        const names = BADGE_FILTERS.filter(isMaintained)
        const matches = matchesOf(who, { ...pick<TicketList, keyof TicketList>(asked, ...names, 'status') })
        const shown = counted.filter((doc) => matches.some((match) => fulfilsMatch(doc, match)))
        expect(totalOf(matches, counters as unknown as CounterDoc[])).toBe(shown.length)
      }),
      { numRuns: 300 },
    )
  })
})
