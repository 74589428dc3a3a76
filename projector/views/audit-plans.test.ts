import type { CollectionSpec } from '@guiche/infra/read-store/read-store.js'
import { statementsOf } from '@guiche/infra/read-store/testing/statements.js'
import { describe, expect, it } from '@jest/globals'
import { audit } from './audit.js'

describe('a query of the audit history for a period reads one index range', () => {
  const [spec] = audit.collections as readonly [CollectionSpec]
  it.each([
    ['of all', {}],
    ['of a person', { actorId: 3 }],
    ['of an area', { area: 'ticket' }],
    ['of a type', { type: 'ticket.accepted.v1' }],
    ['of a contact', { contactId: 4 }],
    ['of a record', { subject: 'user-5' }],
  ])('%s', async (_name, filter) => {
    const where = { companyId: 1, ...filter, time: { from: '2026-01-01', to: '2026-01-02' } }
    const sort = [
      ['time', -1],
      ['position', -1],
    ] as const
    const found = await statementsOf(spec, async (finder) => {
      await finder.find({ collection: spec.name, where, sort, limit: 41 })
      await finder.count(spec.name, where, 1000)
    })
    expect(found).toHaveLength(2)
    for (const { steps } of found) {
      expect(steps.filter((step) => step.includes('docs:audit'))).toEqual([
        expect.stringContaining('AND field:time>? AND field:time<?'),
      ])
      expect(steps.join()).not.toContain('TEMP B-TREE')
    }
  })
})
