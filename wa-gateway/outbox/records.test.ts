import type { DueWorkDoc } from '@guiche/contracts/views/due-work.js'
import { expect, it } from '@jest/globals'
import { createMemoryViews } from '../testing/memory-views.js'
import { createRecords } from './records.js'

it('finds what is overdue behind any number of older ones, and reads nothing beyond it', async () => {
  const { readStore, views, of } = createMemoryViews()
  let reads = 0
  const find: typeof readStore.find = (query) => {
    reads += 1
    return readStore.find(query)
  }
  for (let n = 1; n <= 450; n++) {
    const work = {
      id: `send:${String(n).padStart(4, '0')}`,
      kind: 'send',
      since: String(n).padStart(20, '0'),
    }
    // the last 200 are of today
    const dueAt = new Date(Date.UTC(2026, 0, n <= 250 ? 1 : 5)).toISOString()
    of('due-work').set(work.id, {
      ...work,
      companyId: 1,
      connectionId: n,
      dueAt,
    } as unknown as DueWorkDoc)
  }
  const found: number[] = []
  const records = createRecords({ ...readStore, find }, views)
  for await (const { connectionId } of records.overdue(['send'], '2026-01-02T00:00:00.000Z'))
    found.push(connectionId)
  expect(found).toHaveLength(250)
  expect(found.at(-1)).toBe(250)
  expect(reads).toBe(3)
})
