import { describe, expect, it } from '@jest/globals'
import type { Finder } from './finder.js'
import type { FindQuery } from './read-store.js'
import { MANY_PLANS, numbersBelow } from './testing/many.js'
import { statementsOf } from './testing/statements.js'

describe('SQLite finds documents with long lists of values', () => {
  const statements = (work: (finder: Finder) => Promise<unknown>) => statementsOf(MANY_PLANS, work)
  const byContacts = (finder: Finder, count: number, after?: FindQuery['after']) =>
    finder.find({
      collection: MANY_PLANS.name,
      where: { companyId: 1, contactId: { in: numbersBelow(count) } },
      sort: [
        ['updatedAt', -1],
        ['id', -1],
      ],
      limit: 1000,
      ...(after && { after }),
    })

  it.each([
    [60, undefined],
    [300, undefined],
    [60, ['2026', 'a']],
  ])('by the index of the list alone: %i contacts', async (count, after) => {
    const [{ steps = [] } = {}] = await statements((finder) => byContacts(finder, count, after))
    const reads = steps.filter(
      (step) => step.includes(`docs:${MANY_PLANS.name}`) && !step.includes('rowid=?'),
    )
    expect(reads.length).toBeGreaterThanOrEqual(count)
    for (const step of reads)
      expect(step).toContain('contactId,updatedAt,id (company_id=? AND field:contactId=?')
  })

  it('in few different statements, however long the list is', async () => {
    const asked = await statements(async (finder) => {
      for (let count = 25; count <= 150; count++) await byContacts(finder, count)
    })
    expect(asked).toHaveLength(126)
    expect(new Set(asked.map(({ sql }) => sql)).size).toBeLessThan(8)
  })

  it('with a repeated value in one walk along an index alone', async () => {
    const query = { companyId: 1, field: 'alike.name', lacking: ['number', 'lid'], limit: 100 }
    const found = await statements((finder) => finder.repeated({ ...query, collection: MANY_PLANS.name }))
    expect(found.map(({ steps }) => steps)).toEqual([
      [
        expect.stringMatching(
          /SEARCH .* USING COVERING INDEX .*alike\.name,number,lid,id \(company_id=\? AND field:alike\.name>\?\)/,
        ),
      ],
    ])
  })

  it('of a connection and a contact by the index of both alone', async () => {
    const both = { companyId: 1, contactId: 4, connectionId: 2 }
    const where = [
      { ...both, fromMe: false },
      { ...both, ack: { gte: 1 } },
    ]
    const found = await statements((finder) => finder.count(MANY_PLANS.name, where, 1))
    const reads = found.flatMap(({ steps }) => steps.filter((step) => step.includes('docs:')))
    expect(reads.length).toBeGreaterThan(0)
    for (const step of reads) {
      expect(step).toContain('company_id=? AND field:contactId=? AND field:connectionId=?')
    }
  })

  it('along the sort order, if a query has two long lists', async () => {
    const found = await statements((finder) =>
      finder.find({
        collection: MANY_PLANS.name,
        where: { companyId: 1, contactId: { in: [4] }, ticketId: { in: numbersBelow(500) } },
        sort: [['order', -1]],
        limit: 21,
      }),
    )
    expect(found.map(({ steps }) => steps)).toEqual([
      [expect.stringContaining('contactId,order,ticketId (company_id=? AND field:contactId=?)')],
    ])
  })
})
