import { compareBy } from '@guiche/contracts/ticket-lists/order.js'
import { describe, expect, it } from '@jest/globals'
import type { Doc } from '../read-store/read-store.js'
import { allRecords } from './all-records.js'
import type { Documents } from './documents.js'

describe('a list with more records than the limit', () => {
  it('has the first ones in its order: the newest planned messages', async () => {
    const all = Array.from({ length: 5002 }, (_, n) => ({
      id: String(n + 1),
      scheduleId: n + 1,
      companyId: 1,
      createdAt: new Date(n * 1000).toISOString(),
    })) as Doc[]
    const find = async (_: string, query: Parameters<Documents['find']>[1]) =>
      all.sort(compareBy(query.sort ?? [['id', 1]])).slice(0, query.limit)
    const found = await allRecords({ find } as unknown as Documents, 'schedule', 1)
    expect([found.length, found[0]?.id, found.at(-1)?.id]).toEqual([5000, '5002', '3'])
  })
})
