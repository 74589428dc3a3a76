import type { DueWorkDoc } from '@guiche/contracts/views/due-work.js'
import type { MessageDoc } from '@guiche/contracts/views/ticket.js'
import { expect, it } from '@jest/globals'
import { messageDoc } from '../testing/documents.js'
import { createMemoryViews } from '../testing/memory-views.js'
import { createRecords } from './records.js'

it('the query finds overdue work behind any number of older items, and reads no later ones', async () => {
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
    // The last 200 items are of today.
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

it('a contact counts as known to a connection by their exchanged messages', async () => {
  const { readStore, views, of } = createMemoryViews()
  const records = createRecords(readStore, views)
  const put = (connectionId: number, contactId: number, fields: Partial<MessageDoc>) => {
    const doc = messageDoc(connectionId, `W${of('messages').size}`, { contactId, ...fields })
    of('messages').set(doc.id, doc)
  }
  put(1, 7, { fromMe: false })
  put(2, 7, { ack: 0 })
  put(2, 8, { ack: 1 })
  const known = (connectionId: number, contactId: number) => records.knowsContact(1, connectionId, contactId)
  expect([await known(1, 7), await known(2, 8)]).toEqual([true, true])
  // A ticket that has moved to another number: the message starts the conversation there.
  expect([await known(2, 7), await known(1, 8)]).toEqual([false, false])
})
