import { describe, expect, it } from '@jest/globals'
import fc from 'fast-check'
import { mayOpenTicket } from '../users/permissions.js'
import { FILTER_NAMES, type FilterValues, isDated, isFiltering } from './filters.js'
import { inList, matchesOf, type TicketList } from './lists.js'
import { fulfilsMatch, oneOf } from './match.js'
import { drawnChoices, filterValues } from './testing/filters.js'

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
  connectionId: fc.integer({ min: 1, max: 2 }),
  tagIds: fc.subarray([1, 2]),
  ...drawnChoices,
  unread: fc.integer({ min: 0, max: 1 }),
  originId: fc.option(fc.constant('m')),
  snoozedUntil: fc.option(fc.constant('2026-02-01T00:00:00.000Z')),
  createdAt: fc.constant('2026-01-01T00:00:00.000Z'),
  updatedAt: fc.constant('2026-01-02T00:00:00.000Z'),
})
const list: fc.Arbitrary<TicketList> = fc
  .record({
    status: fc.option(fc.constantFrom('open' as const, 'pending' as const, 'closed' as const)),
    wide: fc.boolean(),
    filters: filterValues(fc.constantFrom(1, 2, 3, 4), fc.constantFrom('2026-01-01', '')),
    and: fc.constantFrom<TicketList['and']>(
      {},
      { createdAt: { from: '2026-01-01T00:00:00.000Z', to: '2026-01-01T23:59:59.999Z' } },
    ),
  })
  .map(({ filters, and, ...rest }) => ({ ...filters, ...rest, ...(and && { and }) }))

const isListed = (doc: object, who: Parameters<typeof matchesOf>[0], asked: TicketList): boolean =>
  matchesOf(who, asked).some((match) => fulfilsMatch(doc, match))

describe('the lists of tickets', () => {
  it('without a filter hold exactly the tickets that the user may open', () => {
    fc.assert(
      fc.property(reader, ticket, (who, doc) => {
        expect(isListed(doc, who, { wide: true })).toBe(mayOpenTicket(who, doc))
      }),
      { numRuns: 2000 },
    )
  })

  it('with any filters hold only tickets that match and that the user may open', () => {
    fc.assert(
      fc.property(reader, ticket, list, (who, doc, asked) => {
        if (!isListed(doc, who, asked)) return
        expect(mayOpenTicket(who, doc)).toBe(true)
        if (asked.status !== null) expect(doc.status).toBe(asked.status)
        if (asked.withUnread) expect(doc.unread).toBeGreaterThan(0)
        if (asked.queueIds && doc.queueId !== null) expect(asked.queueIds).toContain(doc.queueId)
        if (asked.users && asked.users.length > 0) expect(asked.users).toContain(doc.userId)
        for (const name of FILTER_NAMES) {
          const alone: FilterValues = { showAll: asked.showAll, [name]: asked[name] }
          expect(isListed(doc, who, { ...alone, status: doc.status, wide: true })).toBe(true)
        }
      }),
      { numRuns: 2000 },
    )
  })

  it('show nothing of another company', () => {
    const who = { userId: 1, companyId: 1, profile: 'admin' as const, allTicket: false, queueIds: [] }
    fc.assert(
      fc.property(ticket, (doc) => {
        const asked = { status: doc.status, showAll: true }
        expect(inList(doc, asked, who)).toBe(true)
        expect(inList({ ...doc, companyId: 2 }, asked, who)).toBe(false)
      }),
    )
  })
})

describe('a filter', () => {
  it('has no condition for empty values', () => {
    expect(FILTER_NAMES.filter((name) => isFiltering(name, {}))).toEqual([])
    const off: FilterValues = { tags: [], users: [], queueIds: null, withUnread: false, from: '' }
    expect(FILTER_NAMES.filter((name) => isFiltering(name, off))).toEqual([])
    // An empty `queueIds`: tickets without a queue. `snoozed` false: all other tickets.
    const narrowing: FilterValues = { queueIds: [], connections: [], to: '2026-01-01', snoozed: false }
    expect(FILTER_NAMES.filter((name) => isFiltering(name, narrowing))).toEqual(Object.keys(narrowing))
    expect([isDated(narrowing), isDated(off)]).toEqual([true, false])
  })

  it('finds documents without the field by its default value', () => {
    const byPriority = oneOf as unknown as (field: string, absent: string) => (values: string[]) => object
    const find = byPriority('priority', 'normal')
    expect(fulfilsMatch({}, find(['high', 'normal']))).toBe(true)
    expect(fulfilsMatch({ priority: 'normal' }, find(['normal']))).toBe(true)
    expect(fulfilsMatch({}, find(['high']))).toBe(false)
  })
})
