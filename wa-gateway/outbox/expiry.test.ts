import type { DueWorkDoc } from '@guiche/contracts/views/due-work.js'
import { expect, it } from '@jest/globals'
import { dueWorkDoc } from '../testing/documents.js'
import { createMemoryViews } from '../testing/memory-views.js'
import { createExpiry } from './expiry.js'
import { createRecords } from './records.js'

const NOW = Date.parse('2026-03-05T12:00:00.000Z')
const [OURS, DOWN, DELETED] = [1, 2, 3]

it('the expiry fails messages that waited for a day, once, and keeps only waiting ones in memory', async () => {
  const { readStore, views, of } = createMemoryViews()
  for (const id of [OURS, DOWN]) of('connections').set(String(id), { id: String(id), companyId: 1 })
  const due = (kind: DueWorkDoc['kind'], ref: string, connectionId: number, hours = 25) => {
    const dueAt = new Date(NOW - hours * 3_600_000).toISOString()
    const doc = dueWorkDoc(kind, ref, connectionId, { since: `at ${kind} ${ref}`, dueAt })
    of('due-work').set(doc.id, doc)
    return doc
  }
  const failed: string[] = []
  const expire = createExpiry({
    records: createRecords(readStore, views),
    isOpen: (connectionId) => connectionId === OURS,
    fail: async ({ id }) => void failed.push(id),
    now: () => NOW,
  })
  due('send', 'ours', OURS)
  due('send', 'young', DOWN, 23)
  due('read', '7', DOWN)
  const expected = [due('send', 'old', DOWN), due('edit', 'gone', DELETED), due('read', '8', DELETED)]
  await expire()
  expect(failed).toEqual(expected.map(({ id }) => id))
  // The views do not show the expiry yet.
  await expire()
  expect(failed).toHaveLength(expected.length)
  for (const { id } of expected) of('due-work').delete(id)
  await expire()
  // The same item again: items that are gone are not remembered.
  due('send', 'old', DOWN)
  await expire()
  expect(failed).toHaveLength(expected.length + 1)
})
