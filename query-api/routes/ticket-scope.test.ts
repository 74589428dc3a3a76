import { mayOpenTicket } from '@guiche/contracts/permissions.js'
import { describe, expect, it } from '@jest/globals'
import fc from 'fast-check'
import { fulfils, type TicketFilter, ticketScope } from './ticket-scope.js'

const EVERYTHING: TicketFilter = {
  status: null,
  showAll: false,
  queueIds: null,
  users: null,
  and: {},
  wide: true,
}

const reader = fc.record({
  userId: fc.integer({ min: 1, max: 3 }),
  companyId: fc.constant(1),
  profile: fc.constantFrom('admin' as const, 'supervisor' as const, 'user' as const),
  allTicket: fc.boolean(),
  queueIds: fc.subarray([1, 2, 3]),
})
const ticket = fc.record({
  companyId: fc.constant(1),
  status: fc.constantFrom('open' as const, 'pending' as const, 'closed' as const),
  userId: fc.option(fc.integer({ min: 1, max: 3 })),
  queueId: fc.option(fc.integer({ min: 1, max: 4 })),
  unread: fc.integer({ min: 0, max: 1 }),
  createdAt: fc.constant('2026-01-01T00:00:00.000Z'),
  updatedAt: fc.constant('2026-01-02T00:00:00.000Z'),
})
const filter: fc.Arbitrary<TicketFilter> = fc.record({
  status: fc.option(fc.constantFrom('open' as const, 'pending' as const, 'closed' as const)),
  showAll: fc.boolean(),
  queueIds: fc.option(fc.subarray([1, 2, 3, 4])),
  users: fc.option(fc.subarray([1, 2, 3])),
  and: fc.constantFrom<TicketFilter['and']>(
    {},
    { unread: { gt: 0 } },
    { createdAt: { from: '2026-01-01T00:00:00.000Z', to: '2026-01-01T23:59:59.999Z' } },
  ),
  wide: fc.boolean(),
})

describe('the scope of ticket lists', () => {
  it('without a filter is exactly what may be opened', () => {
    fc.assert(
      fc.property(reader, ticket, (who, doc) => {
        const listed = ticketScope(who, EVERYTHING).some((match) => fulfils(doc, match))
        expect(listed).toBe(mayOpenTicket(who, doc))
      }),
      { numRuns: 2000 },
    )
  })

  it('under any filter never shows what may not be opened, and keeps to the filter', () => {
    fc.assert(
      fc.property(reader, ticket, filter, (who, doc, asked) => {
        if (!ticketScope(who, asked).some((match) => fulfils(doc, match))) return
        expect(mayOpenTicket(who, doc)).toBe(true)
        if (asked.status !== null) expect(doc.status).toBe(asked.status)
        if (asked.and.unread !== undefined) expect(doc.unread).toBeGreaterThan(0)
        if (asked.queueIds !== null && doc.queueId !== null) expect(asked.queueIds).toContain(doc.queueId)
        if (asked.users !== null && asked.users.length > 0) expect(asked.users).toContain(doc.userId)
      }),
      { numRuns: 2000 },
    )
  })
})
