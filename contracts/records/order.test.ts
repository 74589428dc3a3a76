import { describe, expect, it } from '@jest/globals'
import { item, sample } from '../testing/sample-records.js'
import { compareBy } from '../ticket-lists/order.js'
import { RECORDS } from './index.js'
import { byOrder, orderOf, orderValues } from './order.js'
import type { RecordSpec } from './record.js'

const recordWithOrder = (order: readonly string[]): RecordSpec => ({ ...sample, order })
const records = [
  { id: 10, name: 'b', price: 5, begins: null },
  { id: 2, name: 'b', price: null, begins: '2026-03-01' },
  { id: 3, name: 'Á', price: 40, begins: '2026-02-01' },
  { id: 4, name: 'c', price: 5, begins: null },
]

describe('the order of a list', () => {
  it.each([
    ['names without regard to case and accents, then numbers of records', ['name'], [3, 2, 10, 4]],
    ['the same turned round', ['-name'], [4, 10, 2, 3]],
    ['numbers by their size, null last', ['price', 'name'], [10, 4, 3, 2]],
    ['numbers turned round, null last all the same', ['-price'], [3, 10, 4, 2]],
    ['days, null last', ['begins'], [3, 2, 4, 10]],
    ['days turned round, null last all the same', ['-begins'], [2, 3, 10, 4]],
  ])('is by %s', (_, order, expected) => {
    const spec = recordWithOrder(order)
    expect([...records].sort(byOrder(spec)).map(({ id }) => id)).toEqual(expected)
    // The same documents, sorted by the read store.
    const docs = records.map((record) => ({ ...record, sampleId: record.id, ...orderValues(spec, record) }))
    expect(docs.sort(compareBy(orderOf(spec))).map(({ id }) => id)).toEqual(expected)
  })

  it('counts the numbers in names, in the read store and in browsers', () => {
    const named = ['Fila 10', 'Fila 2', 'fila 1b', 'Fila 02', 'Área 3', 'Fila', 'Fila 1a']
    const all = named.map((name, index) => ({ id: index + 1, name }))
    const spec = recordWithOrder(['name'])
    const expected = ['Área 3', 'Fila', 'Fila 1a', 'fila 1b', 'Fila 2', 'Fila 02', 'Fila 10']
    expect([...all].sort(byOrder(spec)).map(({ name }) => name)).toEqual(expected)
    const docs = all.map((record) => ({ ...record, sampleId: record.id, ...orderValues(spec, record) }))
    expect(docs.sort(compareBy(orderOf(spec))).map(({ name }) => name)).toEqual(expected)
  })

  it('counts the options of a menu, although their numbers are texts in answers', () => {
    const options = ['10', '2', '1'].map((option, id) => ({ id, option }))
    expect(options.sort(byOrder(RECORDS.queueOption)).map(({ option }) => option)).toEqual(['1', '2', '10'])
  })

  it('sorts by creation time without conversion', () => {
    const spec: RecordSpec = { ...item, order: ['-createdAt'] }
    expect(orderOf(spec)).toEqual([
      ['createdAt', -1],
      ['itemId', -1],
    ])
    expect(orderValues(spec, { title: 'a' })).toEqual({})
  })
})
