import { describe, expect, it } from '@jest/globals'
import { stableRecords } from './use-stable-records.js'

const ana = { id: 1, name: 'Ana', tags: [{ id: 7, name: 'VIP' }] }
const bia = { id: 2, name: 'Bia', tags: [] }
const before = new Map([ana, bia].map((record) => [record.id, record]))
const copyOf = <T>(value: T): T => structuredClone(value)

describe('records of a list that was copied', () => {
  it('stay the objects that they were, wherever they stand now', () => {
    const [first, second] = stableRecords([copyOf(bia), copyOf(ana)], before)
    expect([first === bia, second === ana]).toEqual([true, true])
  })

  it('are replaced if a value differs', () => {
    const changed = { ...copyOf(ana), tags: [{ id: 7, name: 'Importante' }] }
    const [first] = stableRecords([changed], before)
    expect(first).toEqual(changed)
    expect(first).not.toBe(ana)
  })

  it('are used as they are without former ones', () => {
    const cid = { id: 3, name: 'Cid', tags: [] }
    expect(stableRecords([cid], before)[0]).toBe(cid)
  })
})
